import { createFileRoute, Outlet } from '@tanstack/react-router';
import { DefaultLayout } from '~/layouts/default-layout';
import { useStepsAside } from '~/layouts/steps-aside';

export const Route = createFileRoute('/_public')({
  component: () => (useStepsAside() ? <Outlet /> : <DefaultLayout />),
});

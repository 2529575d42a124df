import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AuthLayout } from '~/layouts/auth-layout';
import { useIsError } from '~/layouts/steps-aside';

// Login, sign-up, reset and confirm: like the public pages they are drawn by the build, and load no widgets.
export const Route = createFileRoute('/_auth')({
  // An error page brings its own layout.
  component: () => (useIsError() ? <Outlet /> : <AuthLayout />),
});

import { createFileRoute } from '@tanstack/react-router';
import { DefaultLayout } from '~/layouts/default-layout';

export const Route = createFileRoute('/_public')({ component: () => <DefaultLayout /> });

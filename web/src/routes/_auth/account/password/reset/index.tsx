import { createFileRoute } from '@tanstack/react-router';
import { ResetPage } from '~/features/reset/reset-page';

export const Route = createFileRoute('/_auth/account/password/reset/')({
  component: ResetPage,
});

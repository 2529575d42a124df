import { createFileRoute } from '@tanstack/react-router';
import { SetPasswordPage } from '~/features/reset/set-password-page';

export const Route = createFileRoute('/_auth/account/password/reset/$token')({
  component: () => <SetPasswordPage token={Route.useParams().token} />,
});

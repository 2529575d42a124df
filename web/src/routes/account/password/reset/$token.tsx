import { createFileRoute } from '@tanstack/react-router';
import { guestOnly } from '~/app/guards';
import { SetPasswordPage } from '~/features/reset/set-password-page';

export const Route = createFileRoute('/account/password/reset/$token')({
  beforeLoad: (args) => guestOnly(args, undefined),
  component: () => <SetPasswordPage token={Route.useParams().token} />,
});

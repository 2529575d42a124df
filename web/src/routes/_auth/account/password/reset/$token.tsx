import { createFileRoute } from '@tanstack/react-router';
import { SetPasswordPage } from '~/features/reset/set-password-page';

export const Route = createFileRoute('/_auth/account/password/reset/$token')({
  staticData: {
    access: 'guest',
    title: 'Set a new password',
    head: {
      description: 'Set a new password with the link of a mail: it works once, within an hour.',
      canonical: '/account/password/reset',
      isUnlisted: true,
    },
  },
  component: () => <SetPasswordPage token={Route.useParams().token} />,
});

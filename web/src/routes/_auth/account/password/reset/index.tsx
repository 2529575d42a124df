import { createFileRoute } from '@tanstack/react-router';
import { ResetPage } from '~/features/reset/reset-page';

export const Route = createFileRoute('/_auth/account/password/reset/')({
  staticData: {
    access: 'guest',
    title: 'Reset your password',
    head: { description: 'Ask for a mail with a link to set a new password of your account.', isUnlisted: true },
  },
  component: ResetPage,
});

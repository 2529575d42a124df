import { createFileRoute } from '@tanstack/react-router';
import { WaitingPage } from '~/features/confirm/waiting-page';

export const Route = createFileRoute('/_auth/account/confirm')({
  staticData: {
    access: 'confirm',
    title: 'Confirm your address',
    head: { description: 'A mail with a link confirms the address of your account.', isUnlisted: true, isShell: true },
  },
  component: WaitingPage,
});

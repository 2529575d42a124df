import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '~/features/account/account-page';
import { loadAccount } from '~/features/account/api';

export const Route = createFileRoute('/_cabinet/account/')({
  staticData: {
    access: 'user',
    title: 'Account',
    nav: { icon: 'user', words: 'profile settings theme currency unit' },
  },
  loader: ({ context }) => loadAccount(context.queryClient),
  component: AccountPage,
});

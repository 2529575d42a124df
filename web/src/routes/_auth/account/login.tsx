import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '~/features/auth/login-page';
import { loginSearch } from '~/features/auth/search';

export const Route = createFileRoute('/_auth/account/login')({
  staticData: {
    access: 'guest',
    title: 'Log in',
    head: { description: 'Log in to your campaigns, sites, statistics and balance.', isUnlisted: true },
  },
  validateSearch: loginSearch,
  component: LoginPage,
});

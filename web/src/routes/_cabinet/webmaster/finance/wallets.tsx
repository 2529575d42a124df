import { createFileRoute } from '@tanstack/react-router';
import { WalletsPage } from '~/features/finance/wallets/wallets-page';

export const Route = createFileRoute('/_cabinet/webmaster/finance/wallets')({
  staticData: {
    access: 'webmaster',
    title: 'Wallets',
    nav: { at: 6, icon: 'card', words: 'address usdt trc20 erc20 primary payout' },
  },
  component: WalletsPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { WebmasterReferralsPage } from '~/features/referrals/referrals-page';
import { referralSearch } from '~/features/referrals/search';

export const Route = createFileRoute('/_cabinet/webmaster/referrals')({
  staticData: {
    access: 'webmaster',
    title: 'Referrals',
    nav: { at: 7, icon: 'users', words: 'referral link bring invite partner friend' },
  },
  validateSearch: referralSearch,
  component: WebmasterReferralsPage,
});

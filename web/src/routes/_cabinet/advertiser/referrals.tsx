import { createFileRoute } from '@tanstack/react-router';
import { AdvertiserReferralsPage } from '~/features/referrals/referrals-page';
import { referralSearch } from '~/features/referrals/search';

export const Route = createFileRoute('/_cabinet/advertiser/referrals')({
  staticData: {
    access: 'advertiser',
    title: 'Referrals',
    nav: { at: 6, icon: 'users', words: 'referral link bring invite partner friend' },
  },
  validateSearch: referralSearch,
  component: AdvertiserReferralsPage,
});

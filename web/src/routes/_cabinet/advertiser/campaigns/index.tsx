import { createFileRoute } from '@tanstack/react-router';
import { CampaignsPage } from '~/features/campaigns/list/campaigns-page';
import { markedSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/')({
  staticData: {
    access: 'advertiser',
    title: 'Campaigns',
    nav: { at: 1, icon: 'campaigns', words: 'native push groups' },
  },
  validateSearch: markedSearch,
  component: CampaignsPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { CampaignCreatePage } from '~/features/campaigns/form/form-pages';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/create')({
  staticData: { access: 'advertiser', title: 'New campaign' },
  component: CampaignCreatePage,
});

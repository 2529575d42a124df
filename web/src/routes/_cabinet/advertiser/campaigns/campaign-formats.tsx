import { createFileRoute } from '@tanstack/react-router';
import { CampaignFormatsPage } from '~/features/campaigns/form/form-pages';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/campaign-formats')({
  staticData: { access: 'advertiser', title: 'What do you want to run?' },
  component: CampaignFormatsPage,
});

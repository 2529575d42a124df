import { createFileRoute } from '@tanstack/react-router';
import { CampaignFormatsPage } from '~/features/campaigns/form-pages';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/campaign-formats')({
  component: CampaignFormatsPage,
});

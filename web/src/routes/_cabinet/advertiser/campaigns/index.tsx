import { createFileRoute } from '@tanstack/react-router';
import { CampaignsPage } from '~/features/campaigns/campaigns-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/advertiser/campaigns/')({
  validateSearch: listSearch,
  component: CampaignsPage,
});

import { PageHead } from '~/features/frame/page-head';

export function CampaignsPage() {
  return <PageHead title="CampaignsPage" crumbs={[]} />;
}

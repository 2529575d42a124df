import { PageHead } from '~/features/frame/page-head';

export function AllAdsPage() {
  return <PageHead title="AllAdsPage" crumbs={[]} />;
}

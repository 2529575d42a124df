import { PageHead } from '~/features/frame/page-head';

export function SitesPage() {
  return <PageHead title="SitesPage" crumbs={[]} />;
}

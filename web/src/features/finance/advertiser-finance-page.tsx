import { PageHead } from '~/features/frame/page-head';

export function AdvertiserFinancePage() {
  return <PageHead title="AdvertiserFinancePage" crumbs={[]} />;
}

import { PageHead } from '~/features/frame/page-head';

export function WebmasterFinancePage() {
  return <PageHead title="WebmasterFinancePage" crumbs={[]} />;
}

import { PageHead } from '~/features/frame/page-head';

export function ModerationPage() {
  return <PageHead title="ModerationPage" crumbs={[]} />;
}

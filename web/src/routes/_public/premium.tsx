import { createFileRoute } from '@tanstack/react-router';
import { loadPageText } from '~/features/public/text';
import { PremiumPage } from '~/features/public/text-page';

export const Route = createFileRoute('/_public/premium')({
  staticData: { access: 'public', head: { text: 'premium', image: 'advertiser' } },
  loader: loadPageText,
  component: Page,
});

function Page() {
  return <PremiumPage text={Route.useLoaderData()} />;
}

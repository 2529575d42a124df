import { createFileRoute } from '@tanstack/react-router';
import { loadPageText } from '~/features/public/text';
import { PolicyPage } from '~/features/public/text-page';

export const Route = createFileRoute('/_public/_conditions/account/cookies')({
  staticData: { access: 'public', head: { text: 'cookies', image: 'policies', hasCode: true } },
  loader: loadPageText,
  component: Page,
});

function Page() {
  return <PolicyPage text={Route.useLoaderData()} />;
}

import { createFileRoute } from '@tanstack/react-router';
import { loadPageText } from '~/features/public/text';
import { PolicyPage } from '~/features/public/text-page';

export const Route = createFileRoute('/_public/_conditions/account/legitimate-interest')({
  staticData: { access: 'public', head: { text: 'legitimate-interest', image: 'policies' } },
  loader: loadPageText,
  component: Page,
});

function Page() {
  return <PolicyPage text={Route.useLoaderData()} />;
}

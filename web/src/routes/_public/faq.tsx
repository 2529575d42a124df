import { createFileRoute } from '@tanstack/react-router';
import { FaqPage } from '~/features/public/faq-page';
import { loadPageText } from '~/features/public/text';

export const Route = createFileRoute('/_public/faq')({
  staticData: { access: 'public', head: { text: 'faq', image: 'help' } },
  loader: loadPageText,
  component: Page,
});

function Page() {
  return <FaqPage text={Route.useLoaderData()} />;
}

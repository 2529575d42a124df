import { createFileRoute } from '@tanstack/react-router';
import { loadPageText } from '~/features/public/text';
import { AboutPage } from '~/features/public/text-page';

export const Route = createFileRoute('/_public/about')({
  staticData: { access: 'public', head: { text: 'about' } },
  loader: loadPageText,
  component: Page,
});

function Page() {
  return <AboutPage text={Route.useLoaderData()} />;
}

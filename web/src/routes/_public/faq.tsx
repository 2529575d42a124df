import { createFileRoute } from '@tanstack/react-router';
import { FaqPage } from '~/features/public/faq-page';
import { loadText } from '~/features/public/text';

export const Route = createFileRoute('/_public/faq')({
  loader: ({ context }) => loadText(context, 'faq'),
  component: Page,
});

function Page() {
  return <FaqPage text={Route.useLoaderData()} />;
}

import { createFileRoute } from '@tanstack/react-router';
import { loadText } from '~/features/public/text';
import { AboutPage } from '~/features/public/text-page';

export const Route = createFileRoute('/_public/about')({
  loader: ({ context }) => loadText(context, 'about'),
  component: Page,
});

function Page() {
  return <AboutPage text={Route.useLoaderData()} />;
}

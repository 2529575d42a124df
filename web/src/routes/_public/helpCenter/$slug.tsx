import { createFileRoute } from '@tanstack/react-router';
import { loadText } from '~/features/public/text';
import { ArticlePage } from '~/features/public/text-page';

export const Route = createFileRoute('/_public/helpCenter/$slug')({
  staticData: { access: 'public', head: { text: '$slug', image: 'help' } },
  loader: ({ context, params }) => loadText(context, params.slug),
  component: Page,
});

function Page() {
  return <ArticlePage text={Route.useLoaderData()} />;
}

import { createFileRoute } from '@tanstack/react-router';
import { loadText } from '~/features/public/text';
import { PolicyPage } from '~/features/public/text-page';

export const Route = createFileRoute('/_public/_conditions/account/legitimate-interest')({
  loader: ({ context }) => loadText(context, 'legitimate-interest'),
  component: Page,
});

function Page() {
  return <PolicyPage text={Route.useLoaderData()} />;
}

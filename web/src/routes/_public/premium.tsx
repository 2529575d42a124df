import { createFileRoute } from '@tanstack/react-router';
import { loadText } from '~/features/public/text';
import { PremiumPage } from '~/features/public/text-page';

export const Route = createFileRoute('/_public/premium')({
  loader: ({ context }) => loadText(context, 'premium'),
  component: Page,
});

function Page() {
  return <PremiumPage text={Route.useLoaderData()} />;
}

import { createFileRoute } from '@tanstack/react-router';
import { loadText } from '~/features/public/text';
import { TelegramPage } from '~/features/public/text-page';

export const Route = createFileRoute('/_public/telegram')({
  loader: ({ context }) => loadText(context, 'telegram'),
  component: Page,
});

function Page() {
  return <TelegramPage text={Route.useLoaderData()} />;
}

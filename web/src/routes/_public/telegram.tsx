import { createFileRoute } from '@tanstack/react-router';
import { loadPageText } from '~/features/public/text';
import { TelegramPage } from '~/features/public/text-page';

export const Route = createFileRoute('/_public/telegram')({
  staticData: { access: 'public', head: { text: 'telegram' } },
  loader: loadPageText,
  component: Page,
});

function Page() {
  return <TelegramPage text={Route.useLoaderData()} />;
}

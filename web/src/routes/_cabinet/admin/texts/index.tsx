import { createFileRoute } from '@tanstack/react-router';
import { TextsPage } from '~/features/texts/texts-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/texts/')({
  staticData: {
    access: 'god',
    title: 'Texts',
    nav: { part: 'content', at: 1, icon: 'text', words: 'policy help pages edit' },
  },
  validateSearch: listSearch,
  component: TextsPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { QualityPage } from '~/features/voids/quality-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/quality')({
  staticData: {
    access: 'god',
    title: 'Traffic quality',
    nav: { part: 'traffic', at: 3, icon: 'shield', words: 'invalid clicks void refund fraud robots' },
  },
  validateSearch: listSearch,
  component: QualityPage,
});

import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/templates')({
  staticData: {
    access: 'staff',
    title: 'Templates',
    nav: { part: 'content', at: 3, icon: 'template' },
  },
  validateSearch: listSearch,
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/dictionaries/pages'), 'TemplatesPage'),
});

import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { moneySearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/dictionaries')({
  staticData: {
    access: 'staff',
    title: 'Dictionaries',
    nav: { part: 'content', at: 2, icon: 'dictionary', words: 'categories traffic sources' },
  },
  validateSearch: moneySearch,
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/dictionaries/pages'), 'DictionariesPage'),
});

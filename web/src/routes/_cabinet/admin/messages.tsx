import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/messages')({
  staticData: { access: 'staff', title: 'Messages', nav: { at: 3, icon: 'message', words: 'contact form support' } },
  validateSearch: listSearch,
  codeSplitGroupings: [],
  component: lazyRouteComponent(() => import('~/features/dictionaries/pages'), 'MessagesPage'),
});

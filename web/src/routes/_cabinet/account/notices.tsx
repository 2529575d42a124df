import { createFileRoute } from '@tanstack/react-router';
import { NoticesPage } from '~/features/notices/notices-page';
import { listSearch, withOldTab } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/account/notices')({
  staticData: { access: 'user', title: 'Notices', nav: { icon: 'bell', words: 'news bell what happened messages' } },
  validateSearch: withOldTab(listSearch),
  component: NoticesPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { SystemPage } from '~/features/system/system-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/system')({
  staticData: {
    access: 'god',
    title: 'System',
    nav: { part: 'network', at: 3, icon: 'heartbeat', words: 'health alarms set aside' },
  },
  validateSearch: listSearch,
  component: SystemPage,
});

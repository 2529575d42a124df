import { createFileRoute } from '@tanstack/react-router';
import { SystemPage } from '~/features/admin/system-page';

export const Route = createFileRoute('/_cabinet/admin/system')({
  staticData: { access: 'god', title: 'System', nav: { at: 6, icon: 'heartbeat', words: 'health alarms set aside' } },
  component: SystemPage,
});

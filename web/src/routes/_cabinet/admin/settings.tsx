import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { SettingsPage } from '~/features/settings/settings-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/settings')({
  staticData: {
    access: 'god',
    title: 'Settings',
    nav: { part: 'network', at: 1, icon: 'adjustments', words: 'bids shares quotas limits script features' },
  },
  validateSearch: z.object({ q: listSearch.shape.q }),
  component: SettingsPage,
});

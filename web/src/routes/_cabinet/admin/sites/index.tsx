import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { HeldSitesPage } from '~/features/holds/held-sites-page';

const id = z.catch(z.optional(z.int().check(z.gte(1))), undefined);

export const Route = createFileRoute('/_cabinet/admin/sites/')({
  staticData: {
    access: 'staff',
    title: 'Sites',
    nav: { at: 3.7, icon: 'world', words: 'block hold earnings held back webmaster domain' },
  },
  validateSearch: z.object({ site_id: id }),
  component: HeldSitesPage,
});

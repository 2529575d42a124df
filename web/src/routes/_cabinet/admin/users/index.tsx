import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { UsersPage } from '~/features/users/users-page';
import { listSearch } from '~/lib/list-search';

const id = z.catch(z.optional(z.int()), undefined);

export const Route = createFileRoute('/_cabinet/admin/users/')({
  staticData: {
    access: 'staff',
    title: 'Users',
    nav: { part: 'clients', at: 1, icon: 'users', words: 'people clients accounts block log in as' },
  },
  validateSearch: z.extend(listSearch, { type: id, manager: id }),
  component: UsersPage,
});

import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { MessagesPage } from '~/features/admin/messages-page';
import { pageSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/admin/messages')({
  staticData: { access: 'staff', title: 'Messages', nav: { at: 3, icon: 'message', words: 'contact form support' } },
  validateSearch: z.extend(pageSearch, { show: z.catch(z.optional(z.enum(['done'])), undefined) }),
  component: MessagesPage,
});

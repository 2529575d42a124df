import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { NoticesPage } from '~/features/notices/notices-page';

export const Route = createFileRoute('/_cabinet/account/notices')({
  staticData: { access: 'user', title: 'Notices', nav: { icon: 'bell', words: 'news bell what happened messages' } },
  validateSearch: z.object({
    page: z.catch(z.optional(z.int().check(z.minimum(1))), undefined),
    tab: z.catch(z.optional(z.enum(['all', 'unread'])), undefined),
  }),
  component: NoticesPage,
});

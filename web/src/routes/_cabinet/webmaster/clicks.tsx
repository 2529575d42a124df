import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { WebmasterClicks } from '~/features/clicks/clicks-page';
import { listSearch } from '~/lib/list-search';

export const Route = createFileRoute('/_cabinet/webmaster/clicks')({
  staticData: {
    access: 'webmaster',
    title: 'Clicks',
    nav: { at: 3, icon: 'click', words: 'click id log verdict invalid earning csv' },
  },
  validateSearch: z.extend(listSearch, {
    verdict: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
    siteId: z.catch(z.optional(z.int()), undefined),
  }),
  component: WebmasterClicks,
});

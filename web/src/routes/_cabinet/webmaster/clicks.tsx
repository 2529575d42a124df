import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { WebmasterClicks } from '~/features/clicks/clicks-page';
import { listSearch } from '~/lib/list-search';

const id = z.catch(z.optional(z.int()), undefined);

export const Route = createFileRoute('/_cabinet/webmaster/clicks')({
  staticData: {
    access: 'webmaster',
    title: 'Clicks',
    nav: { at: 3, icon: 'click', words: 'click id log verdict invalid earning csv' },
  },
  validateSearch: z.extend(listSearch, {
    verdict: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
    siteId: id,
    blockId: id,
    country: z.catch(z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))), undefined),
    device: id,
  }),
  component: WebmasterClicks,
});

import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { AdvertiserClicks } from '~/features/clicks/clicks-page';
import { listSearch } from '~/lib/list-search';

const id = z.catch(z.optional(z.int()), undefined);

export const Route = createFileRoute('/_cabinet/advertiser/clicks')({
  staticData: {
    access: 'advertiser',
    title: 'Clicks',
    nav: { at: 4, icon: 'click', words: 'click id log verdict invalid conversion csv' },
  },
  validateSearch: z.extend(listSearch, {
    verdict: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
    campaignId: id,
    groupId: id,
    adId: id,
    siteId: id,
    blockId: id,
    country: z.catch(z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))), undefined),
    device: id,
  }),
  component: AdvertiserClicks,
});

import * as z from 'zod/mini';
import { listSearch } from '~/lib/list-search';

/** What rows of referral statistics stand for: a person, a day, or a day of a person. */
export const GROUPS = ['referral', 'date', 'referral_and_date'] as const;

/** One of them. */
export type Group = (typeof GROUPS)[number];

/** The cabinet in which they are read. */
export type Side = 'advertiser' | 'webmaster';

/** What is chosen on the page of referrals. */
export const referralSearch = z.extend(listSearch, {
  by: z.catch(z.optional(z.enum(GROUPS)), undefined),
  /** One person alone. */
  person: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
});

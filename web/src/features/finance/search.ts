import * as z from 'zod/mini';
import { pageSearch } from '~/lib/list-search';

/** What is open on the advertiser's page of money. */
export const financeSearch = z.extend(pageSearch, {
  /** The deposit that is followed. */
  deposit: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
  /** The page of deposits. */
  deposits: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
  /** The month whose statement is open, `YYYY-MM`. */
  month: z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d{2}$/))), undefined),
});

/** Its address. */
export type FinanceSearch = z.infer<typeof financeSearch>;

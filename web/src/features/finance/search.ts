import * as z from 'zod/mini';
import { pageSearch } from '~/lib/list-search';

/** Lengths of the chart by day, in days. */
export const CHART_DAYS = [7, 30, 90] as const;

/** What is open on the webmaster's page of money. */
export const earningsSearch = z.extend(pageSearch, {
  /** How many days the chart has. */
  days: z.catch(z.optional(z.literal(CHART_DAYS)), undefined),
});

/** The chart's part of an address. */
export type ChartSearch = Pick<z.infer<typeof earningsSearch>, 'days'>;

/** What is open on the advertiser's page of money. */
export const financeSearch = z.extend(earningsSearch, {
  /** The deposit that is followed. */
  deposit: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
  /** The page of deposits. */
  deposits: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
  /** The state of the deposits that are shown; all where there is none. */
  state: z.catch(z.optional(z.int().check(z.gte(0))), undefined),
  /** The month whose statement is open, `YYYY-MM`. */
  month: z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d{2}$/))), undefined),
});

/** Its address. */
export type FinanceSearch = z.infer<typeof financeSearch>;

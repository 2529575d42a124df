import * as z from 'zod/mini';
import { PHRASE_MAX } from './search-params';

/** What is chosen on a list, all of it in the address. Absent means the list's default. */
export const listSearch = z.object({
  /** Search phrase. */
  q: z.catch(z.optional(z.coerce.string().check(z.maxLength(PHRASE_MAX))), undefined),
  /** Status tab. */
  status: z.catch(z.optional(z.coerce.string().check(z.maxLength(40))), undefined),
  /** Preset or `2026-11-01..2026-11-05`. */
  period: z.catch(z.optional(z.string().check(z.maxLength(30))), undefined),
  /** Sort key of the API. */
  sort: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  dir: z.catch(z.optional(z.enum(['asc', 'desc'])), undefined),
  page: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
  /** Rows a page; 0 is all. */
  count: z.catch(z.optional(z.int().check(z.gte(0), z.lte(500))), undefined),
  /** Whether statistics are shown. */
  stats: z.catch(z.optional(z.boolean()), undefined),
  /** Shown columns, joined by dots. */
  cols: z.catch(z.optional(z.string().check(z.maxLength(600))), undefined),
});

const id = z.catch(z.optional(z.int()), undefined);

/** Lists of money: each page has some of it. */
export const moneySearch = z.extend(listSearch, {
  user: id,
  type: id,
  account: id,
  system: id,
  before: id,
  /** The deposit that is open. */
  deposit: id,
  days: listSearch.shape.period,
  part: z.catch(z.optional(z.string().check(z.maxLength(30))), undefined),
});

/** The list of campaigns: a kind and a label to keep those of. */
export const markedSearch = z.extend(listSearch, {
  kind: id,
  mark: z.catch(z.optional(z.coerce.string().check(z.maxLength(30))), undefined),
});

/** Lists of which only the page is in the address. */
export const pageSearch = z.object({ page: listSearch.shape.page });

/** The search part of a list's address. */
export type ListSearch = z.infer<typeof listSearch>;

/**
 * Reads an address of the time when the tab of this page had a name of its own, `tab`: links and bookmarks lead to the same rows. It
 * is taken away there, so that the tab is chosen by the one name from then on.
 */
export const withOldTab =
  <Schema extends z.ZodMiniType<ListSearch>>(schema: Schema) =>
  ({ tab, ...search }: Record<string, unknown>): z.output<Schema> & { tab?: undefined } => ({
    ...schema.parse({ status: tab === 'all' ? undefined : tab, ...search }),
    tab: undefined,
  });

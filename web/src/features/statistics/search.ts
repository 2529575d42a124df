import * as z from 'zod/mini';

/** Values of one chip in an address. */
export const VALUES_MAX = 100;

const filterSchema = z.object({
  by: z.string().check(z.maxLength(40)),
  not: z.catch(z.boolean(), false),
  values: z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(VALUES_MAX)),
});

/** One filter: a dimension is, or is not, one of some values. */
export type Filter = z.infer<typeof filterSchema>;

/** What is chosen on the page. Absent means the default. */
export const statisticsSearch = z.object({
  period: z.catch(z.optional(z.string().check(z.maxLength(30))), undefined),
  compare: z.catch(z.optional(z.boolean()), undefined),
  /** Dimensions of the rows, outermost first, joined by dots. */
  rows: z.catch(z.optional(z.string().check(z.maxLength(120))), undefined),
  filters: z.catch(z.optional(z.array(filterSchema).check(z.maxLength(20))), undefined),
  metric: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  sort: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  dir: z.catch(z.optional(z.enum(['asc', 'desc'])), undefined),
  page: z.catch(z.optional(z.int().check(z.gte(1))), undefined),
  count: z.catch(z.optional(z.int().check(z.gte(0), z.lte(500))), undefined),
  cols: z.catch(z.optional(z.string().check(z.maxLength(600))), undefined),
  compact: z.catch(z.optional(z.boolean()), undefined),
});

/** The search part of the page's address. */
export type StatisticsSearch = z.infer<typeof statisticsSearch>;

import * as z from 'zod/mini';

/** The ads of a sheet: their numbers, joined by dots. */
export const sheetSearch = z.object({
  ids: z.catch(z.optional(z.coerce.string().check(z.maxLength(9000))), undefined),
});

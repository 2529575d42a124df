import * as z from 'zod/mini';
import { LIMITS } from '~/api/words';

/** One line, as long as the server keeps of each. */
const LINE = new RegExp(`^\\P{Cc}{1,${LIMITS.source_chars}}$`, 'u');

// Nobody typed it: what cannot be kept counts as not there.
const word = z.catch(
  z.optional(
    z.coerce.string().check(({ value: input, issues }) => {
      if (!LINE.test(input)) issues.push({ code: 'custom', input });
    }),
  ),
  undefined,
);

/** Where a visitor came from, as addresses of campaigns tell it. */
export const sourceSearch = { source: word, medium: word, campaign: word };

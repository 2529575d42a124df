import * as z from 'zod/mini';

/** Search part of the login: where to go afterwards. What is no safe path is not followed, and is no reason to refuse the login. */
export const loginSearch = z.object({ redirect_to: z.catch(z.optional(z.string()), undefined) });

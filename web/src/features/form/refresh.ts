import type { QueryClient } from '@tanstack/react-query';

/** First parts of the keys of what no form changes. */
const FIXED: readonly unknown[] = ['targeting', 'templates', 'styles', 'system', 'script'];

/** What is on the screen is asked for again, all else when it is needed. */
export const refresh = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => !FIXED.includes(queryKey[0]) });

import type { QueryClient } from '@tanstack/react-query';

/** First parts of the keys of what no form changes. */
const FIXED: readonly unknown[] = ['targeting', 'templates', 'styles', 'system', 'script'];
/** It is waited for so long, in milliseconds: a page that is led to shows the new then. Later answers come by themselves. */
const WAIT_MS = 1_000;

/** What is on the screen is asked for again, all else when it is needed. */
export async function refresh(client: QueryClient): Promise<void> {
  const asked = client.invalidateQueries({ predicate: ({ queryKey }) => !FIXED.includes(queryKey[0]) });
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}

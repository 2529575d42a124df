import type { QueryClient } from '@tanstack/react-query';
import { askAnew } from '~/app/queries';

/** It is waited for so long, in milliseconds: a page that is led to shows the new then. Later answers come by themselves. */
const WAIT_MS = 1_000;

/** What is on the screen is asked for again, all else when it is needed. */
export async function refresh(client: QueryClient): Promise<void> {
  await Promise.race([askAnew(client), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}

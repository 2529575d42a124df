import { bracketQuery, type QueryValue } from '~/lib/query-string';
import type { CreateClientConfig } from './gen/client.gen';
import { send } from './http';

/** How the generated client speaks: absolute addresses, bracket queries, our own `fetch` with the session's token. */
export const createClientConfig: CreateClientConfig = (config) => ({
  ...config,
  // Pre-rendering calls nothing; it only has to load.
  baseUrl: typeof location === 'undefined' ? '' : location.origin,
  fetch: (input, init) => send(new Request(input, init)),
  querySerializer: (query) => bracketQuery(query as Record<string, QueryValue>),
});

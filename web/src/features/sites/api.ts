import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '~/api/http';
import type { Block, ListAnswer, Site } from '~/api/types';
import type { QueryValue } from '~/lib/query-string';

const SITES = '/api/webmaster/sites';

/** Sites of the caller. */
export function sitesQuery(query: Record<string, QueryValue>) {
  return queryOptions({
    queryKey: ['sites', 'list', query],
    queryFn: ({ signal }) => call<ListAnswer<Site>>('GET', SITES, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

/** One site. */
export function siteQuery(id: string) {
  return queryOptions({
    queryKey: ['sites', 'one', id],
    queryFn: async ({ signal }) => (await call<{ data: Site }>('GET', `${SITES}/${id}`, { signal })).data,
  });
}

/** Blocks of a site. */
export function blocksQuery(site: string, query: Record<string, QueryValue>) {
  return queryOptions({
    queryKey: ['blocks', 'list', site, query],
    queryFn: ({ signal }) => call<ListAnswer<Block>>('GET', `${SITES}/${site}/blocks`, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

/** Where the tag's script is, and the attribute that marks a place. */
export interface TagAddress {
  domain: string;
  path: string;
  attribute: string;
}

/** The tag of this network. */
export const scriptQuery = queryOptions({
  queryKey: ['script'],
  queryFn: async ({ signal }) => (await call<{ data: TagAddress }>('GET', '/api/webmaster/script', { signal })).data,
  staleTime: 600_000,
});

/** The script line: once a page. */
export function scriptCode(tag: TagAddress): string {
  return `<script async src="//${tag.domain}/${tag.path.replace(/^\//, '')}"></script>`;
}

/** The place of a block: where the ads shall stand. */
export function placeCode(tag: TagAddress, block: number): string {
  return `<div ${tag.attribute}="${block}"></div>`;
}

/** Deletes sites or blocks. */
export function useRemove(kind: 'sites' | 'blocks') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE', `/api/webmaster/${kind}/${id}`),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['sites'] }),
        client.invalidateQueries({ queryKey: ['blocks'] }),
      ]),
  });
}

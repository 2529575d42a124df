import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deleteBlock,
  deleteSite,
  getScript,
  getSite,
  type ListBlock,
  type ListBlocksData,
  type ListSitesData,
  listBlocks,
  listSites,
  startBlock,
  stopBlock,
} from '~/api/sdk';
import type { ListQuery } from '~/lib/list';
import { toastError } from '~/ui/toast';

export { placeCode, scriptCode, type TagAddress } from './tag-code';

/** Sites of the caller. */
export function sitesQuery(query: ListQuery) {
  return queryOptions({
    queryKey: ['sites', 'list', query],
    queryFn: async ({ signal }) => (await listSites({ query: query as ListSitesData['query'], signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

/** One site. */
export function siteQuery(id: string) {
  return queryOptions({
    queryKey: ['sites', 'one', id],
    queryFn: async ({ signal }) => (await getSite({ path: { id: Number(id) }, signal })).data.data,
  });
}

/** Blocks of a site. */
export function blocksQuery(site: number, query: ListQuery) {
  return queryOptions({
    queryKey: ['blocks', 'list', site, query],
    queryFn: async ({ signal }) =>
      (await listBlocks({ path: { site_id: site }, query: query as ListBlocksData['query'], signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

/** The tag of this network. */
export const scriptQuery = queryOptions({
  queryKey: ['script'],
  queryFn: async ({ signal }) => (await getScript({ signal })).data.data,
  staleTime: 600_000,
});

/** Deletes sites or blocks. */
export function useRemove(kind: 'sites' | 'blocks') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => (kind === 'sites' ? deleteSite({ path: { id } }) : deleteBlock({ path: { id } })),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['sites'] }),
        client.invalidateQueries({ queryKey: ['blocks'] }),
      ]),
  });
}

/** Starts or stops a block; shows at once, goes back with the reason when refused. */
export function useStartBlock() {
  const client = useQueryClient();
  const key = ['blocks', 'list'];
  return useMutation({
    mutationFn: ({ id, start }: { id: number; start: boolean }) =>
      start ? startBlock({ path: { id } }) : stopBlock({ path: { id } }),
    onMutate: async ({ id, start }) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueriesData<ListBlock>({ queryKey: key });
      client.setQueriesData<ListBlock>(
        { queryKey: key },
        (list) =>
          list && {
            ...list,
            data: list.data.map((block) => (block.id === id ? { ...block, status_id: start ? 1 : 2 } : block)),
          },
      );
      return before;
    },
    onError: (error, { start }, before) => {
      for (const [name, data] of before ?? []) client.setQueryData(name, data);
      toastError(`The block was not ${start ? 'started' : 'stopped'}`, error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

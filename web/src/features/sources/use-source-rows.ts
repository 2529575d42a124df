import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listSourceStatsOptions } from '~/api/queries';
import type { List } from '../list/use-list';
import { usePageThatIs } from '../list/use-page-that-is';
import { sourceKey } from './source-words';
import { sourcesQuery } from './sources-list';

/** Blocks that an opened site shows. */
const BLOCKS_MAX = 500;

/** The sources of a campaign, with the blocks of sites that are opened. */
export function useSourceRows(campaign: number, list: List) {
  const { state, range } = list;
  const answer = useQuery({ ...sourcesQuery(campaign, list), placeholderData: keepPreviousData });
  const stats = answer.data;
  usePageThatIs(state.page, answer.isPlaceholderData ? undefined : stats?.pagination, list.setPage);
  const [opened, setOpened] = useState<Record<string, boolean>>({});
  const rows = stats?.data ?? [];
  const sites = rows.filter((row) => row.block_id === null && opened[sourceKey(row)]);
  const blocks = useQueries({
    queries: sites.map((row) =>
      listSourceStatsOptions({
        path: { id: campaign },
        query: {
          level: 'block',
          count: BLOCKS_MAX,
          filters: { date_from: range.from, date_to: range.to, site: row.site_id },
          order_by: state.sort,
          order_direction: state.dir,
        },
      }),
    ),
  });
  const under = new Map(sites.map((row, at) => [row.site_id, blocks[at]?.data?.data]));
  return {
    answer,
    stats,
    // Another list each time: the table asks for the blocks of sites anew, which come later than the sites.
    listed: [...rows],
    /** All that is there, blocks too. */
    known: [...rows, ...[...under.values()].flatMap((some) => some ?? [])],
    under,
    opened,
    open: (key: string, isOpen: boolean) => setOpened((before) => ({ ...before, [key]: isOpen })),
    /** Blocks that did not load. */
    missing: blocks.filter((one) => one.isError),
    /** Sites of which not all blocks stand here. */
    cut: sites.filter((_, at) => (blocks[at]?.data?.pagination.total ?? 0) > BLOCKS_MAX),
    cutAt: BLOCKS_MAX,
  };
}

/** They, as the page has them. */
export type SourceRows = ReturnType<typeof useSourceRows>;

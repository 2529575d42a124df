/** Sites and blocks in the lists of a group: how they are called, and which of them cannot be right. Pure, but for the asking. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listAdvertiserStatsFiltersBlocksOptions, listAdvertiserStatsFiltersSitesOptions } from '~/api/queries';
import { someOf } from '~/lib/names';

/** The most that are asked for: the most shown ones. */
const ASKED_MAX = 1_000;
/** How far back what an advertiser knows of sites and blocks reaches, in days. */
const KNOWN_DAYS = 90;

/** The lists of a group. */
export interface SourceLists {
  blacklist_sites: readonly number[];
  blacklist_blocks: readonly number[];
  whitelist_sites: readonly number[];
  whitelist_blocks: readonly number[];
}

/** Names by number of what has shown an ad of the advertiser lately; `isAll` unless there may be more. */
export interface Known {
  names: ReadonlyMap<number, string>;
  isAll: boolean;
}

/** What is known of sites and blocks; undefined until it is there. */
export type KnownSources = Record<'sites' | 'blocks', Known | undefined>;

const knownOf = (found: { data: { id: string; name: string }[] } | undefined): Known | undefined =>
  found && {
    names: new Map(found.data.map(({ id, name }) => [Number(id), name])),
    isAll: found.data.length < ASKED_MAX,
  };

/** What the advertiser's own statistics know of sites and blocks. */
export function useKnownSources(lists: SourceLists): KnownSources {
  const query = { count: ASKED_MAX };
  const sites = useQuery({
    ...listAdvertiserStatsFiltersSitesOptions({ query }),
    enabled: lists.whitelist_sites.length + lists.blacklist_sites.length > 0,
  }).data;
  const blocks = useQuery({
    ...listAdvertiserStatsFiltersBlocksOptions({ query }),
    enabled: lists.whitelist_blocks.length + lists.blacklist_blocks.length > 0,
  }).data;
  return useMemo(() => ({ sites: knownOf(sites), blocks: knownOf(blocks) }), [sites, blocks]);
}

/** How a number of a list is shown: by its name, where it has one. */
export const sourceName = (known: Known | undefined, id: number): string => {
  const name = known?.names.get(id);
  if (!name) return String(id);
  // A block is called by its number already.
  return new RegExp(`\\b${id}\\b`).test(name) ? name : `${name} (${id})`;
};

/** What a list is compared by, in a few words: its names. */
export const sourcesText =
  (known: Known | undefined) =>
  (ids: readonly number[]): string =>
    someOf(ids.map((id) => sourceName(known, id))) || 'None';

function warningsOf(
  [one, many]: readonly [string, string],
  only: readonly number[],
  never: readonly number[],
  known: Known | undefined,
  /** The list of only these is the only one: what is on neither list of the other kind is shown nowhere. */
  isAlone: boolean,
): string[] {
  const warnings: string[] = [];
  const both = only.filter((id) => never.includes(id));
  if (both.length > 0) {
    const names = someOf(both.map((id) => sourceName(known, id)));
    warnings.push(
      both.length === only.length && isAlone
        ? `Never goes before only (${names}): the ads of this group are shown to nobody.`
        : `Never goes before only: no ad of this group is shown on ${names}.`,
    );
  }
  const unknown = known?.isAll ? only.filter((id) => !known.names.has(id)) : [];
  if (unknown.length === 0) return warnings;
  const which = `${unknown.length === 1 ? one : many} ${someOf(unknown.map(String))}`;
  const said = `No ad of yours was shown on ${which} in the last ${KNOWN_DAYS} days: look whether the ${unknown.length === 1 ? 'number is' : 'numbers are'} right.`;
  warnings.push(
    unknown.length === only.length && isAlone
      ? `${said} All others are excluded, so a wrong one means that nobody sees the ads.`
      : said,
  );
  return warnings;
}

/** What of the lists cannot be right, or may be wrong. */
export const sourceWarnings = (lists: SourceLists, known: KnownSources): string[] => [
  ...warningsOf(
    ['site', 'sites'],
    lists.whitelist_sites,
    lists.blacklist_sites,
    known.sites,
    lists.whitelist_blocks.length === 0,
  ),
  ...warningsOf(
    ['block', 'blocks'],
    lists.whitelist_blocks,
    lists.blacklist_blocks,
    known.blocks,
    lists.whitelist_sites.length === 0,
  ),
];

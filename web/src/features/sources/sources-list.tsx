import { listSourceStatsOptions } from '~/api/queries';
import type { SourceRow } from '~/api/sdk';
import { SOURCE_STATE_LABELS } from '~/api/words';
import { phraseOf, wordOf } from '~/lib/list';
import type { ListSpec } from '../list/spec';
import type { List } from '../list/use-list';
import { sourceKey, sourceName } from './source-words';

/** The tabs, in their order. */
export const VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Shown there' },
  { value: 'coefficient', label: 'Own coefficient' },
  { value: 'dearer', label: 'Surely dearer' },
  { value: 'cheaper', label: 'Surely cheaper' },
  { value: 'blocked', label: SOURCE_STATE_LABELS.blocked },
  { value: 'allowed', label: SOURCE_STATE_LABELS.allowed },
] as const;

/** What rows are of, in its order. */
export const LEVELS = [
  { value: 'site', label: 'Sites' },
  { value: 'block', label: 'Blocks' },
] as const;

/** The search. */
export const SEARCH = { label: 'Search sites and blocks', placeholder: 'Site, block or number' };

const valuesOf = <Value extends string>(words: readonly { value: Value }[]) => words.map(({ value }) => value);
const labelOf = (words: readonly { value: string; label: string }[], value: unknown) =>
  words.find((word) => word.value === value)?.label ?? '';

/** The tab and the level of a list of sources. */
export const chosenOf = ({ state: { chosen } }: Pick<List, 'state'>) => ({
  view: wordOf(valuesOf(VIEWS), chosen.view) ?? 'all',
  level: wordOf(valuesOf(LEVELS), chosen.level) ?? 'site',
});

/** The question for a page of them. */
export function sourcesQuery(campaign: number, list: List) {
  const { page, count, sort, dir } = list.state;
  const { view, level } = chosenOf(list);
  return listSourceStatsOptions({
    path: { id: campaign },
    query: {
      level,
      page,
      count,
      searchPhrase: phraseOf(list.state),
      filters: { date_from: list.range.from, date_to: list.range.to, view },
      order_by: sort,
      order_direction: dir,
    },
  });
}

/** The sources of a campaign, without their columns. */
export const sourcesList = (campaign: number): ListSpec<SourceRow> => ({
  name: 'sources',
  noun: ['source', 'sources'],
  told: ['listSourceStats'],
  rowId: sourceKey,
  rowName: sourceName,
  period: '7d',
  sort: 'money',
  choices: ['view', 'level'],
  rows: (list) => sourcesQuery(campaign, list),
  dated: true,
  search: SEARCH,
  filters: [
    { kind: 'chip', name: 'view', label: 'Tab', text: ({ view }) => labelOf(VIEWS, view) },
    { kind: 'chip', name: 'level', label: 'Rows', text: ({ level }) => labelOf(LEVELS, level) },
  ],
  first: {
    title: 'No source yet',
    text: 'Sites stand here once the campaign was shown on them. A list that you have already can be pasted.',
  },
});

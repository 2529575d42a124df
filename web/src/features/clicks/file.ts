/** The click log as a file, with the columns and names of the screen. */
import { CLICK_CONVERSION_STATE_LABELS, VERDICT_LABELS, type VerdictName } from '~/api/words';
import { type PickedColumn, pickColumns } from '~/lib/csv';
import { capital } from '~/lib/format';
import type { ListSpec } from '../list/spec';

/** States of conversions, in the order of the screen, as they stand within a line. */
export const CONVERSION_STATES = (['approved', 'hold', 'rejected'] as const).map((state) => ({
  state,
  word: CLICK_CONVERSION_STATE_LABELS[state].toLowerCase(),
}));

/** What stands in a column of the screen under several headings of the server's file, each with what goes after the label. */
const PARTS: Readonly<Record<string, readonly (readonly [key: string, after: string])[]>> = {
  verdict: [
    ['verdict', ''],
    ['reason', ', reason'],
  ],
  conversions: CONVERSION_STATES.flatMap(({ state, word }) => [
    [state, `, ${word}`],
    [`${state}_money`, `, ${word}, $`],
  ]),
  goal: [['goals', '']],
  transaction: [['transactions', '']],
  // Amounts of a file are dollars, whatever the unit on screen.
  cost: [['cost', ', $']],
  earning: [['earning', ', $']],
};

/** What people call a verdict. */
export const verdictLabel = (name: string): string => VERDICT_LABELS[name as VerdictName] ?? name;

/** The columns of the file that a column of the screen is. */
const picked = (id: string, label: string): PickedColumn[] =>
  (PARTS[id] ?? [[id, '']]).map(([key, after]) => ({
    key,
    label: `${label}${after}`,
    ...(key === 'verdict' ? { said: verdictLabel } : {}),
  }));

/** "campaign_type_id" as a heading. */
function headingOf(key: string): string {
  const [, name = key] = /^(.+)_id$/.exec(key) ?? [];
  const words = capital(name.replaceAll('_', ' '));
  return name === key ? words : `${words}, id`;
}

/** The file of the server with the columns `visible` (those shown at first unless chosen), or with `all`, those of the screen first. */
export function clicksOnScreen<Row extends object>(
  text: string,
  spec: Pick<ListSpec<Row>, 'columns'>,
  { all, visible }: { all: boolean; visible: readonly string[] | null },
): string {
  const columns = (spec.columns ?? []).filter((column) => column !== 'metrics');
  const shown = columns.filter(({ id, hidden }) => all || (visible ? visible.includes(id) : !hidden));
  const first: PickedColumn[] = [
    { key: 'clicked_at', label: 'Click' },
    { key: 'click_id', label: 'Click, id' },
  ];
  const onScreen = [...first, ...shown.flatMap(({ id, label }) => picked(id, label))];
  return pickColumns(text, (head) => {
    if (!all) return onScreen;
    const labels = new Map(onScreen.map(({ key, label }) => [key, label]));
    const others = head.filter((key) => !labels.has(key));
    const nameOf = (key: string) => {
      const of = key.endsWith('_id') ? labels.get(key.slice(0, -'_id'.length)) : undefined;
      return of ? `${of}, id` : headingOf(key);
    };
    return [...onScreen, ...others.map((key) => ({ key, label: nameOf(key) }))];
  });
}

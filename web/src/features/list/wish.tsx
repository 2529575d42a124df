import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { capital } from '~/lib/format';
import { Switch } from '~/ui/controls';
import { StatusBadge } from '~/ui/status-badge';
import type { Change } from './change';
import { useWished } from './guess';
import type { ListAction, Things, Wish } from './spec';
import type { Act } from './use-changes';

/** Things with a wish. */
export type Wished<Row extends object> = Things<Row> & { wish: Wish<Row> };

/** A wish of its two calls; each one is the other's way back, which is offered of one row as well where it `isTold`. */
export function wishOf<Row>({
  guess,
  start,
  stop,
  isTold,
  ...wish
}: Pick<Wish<Row>, 'isOn' | 'can' | 'whyNot' | 'isWanted'> & {
  guess(row: Row, on: boolean): Row;
  isTold?: true;
  start: Pick<Change<Row>, 'each' | 'all'>;
  stop: Pick<Change<Row>, 'each' | 'all'>;
}): Wish<Row> {
  const on: Change<Row> = { ...start, done: 'started', guess: (row) => guess(row, true), quiet: true, undo: () => off };
  const off: Change<Row> = { ...stop, done: 'stopped', guess: (row) => guess(row, false), quiet: true, undo: () => on };
  // The way back shows by itself: it is not told once more.
  return isTold
    ? { ...wish, start: { ...on, quiet: false }, stop: { ...off, quiet: false } }
    : { ...wish, start: on, stop: off };
}

/**
 * The switch with which the owner tells the wish. Until the server has confirmed it, it stands where it was put, looks unfinished,
 * and is called by what is and by what is under way.
 */
export function WishSwitch<Row extends object>({ of, row, act }: { of: Wished<Row>; row: Row; act: Act<Row> }) {
  const { isOn, can, whyNot, start, stop } = of.wish;
  const wished = useWished(of, row);
  const is = `${of.rowName(row)} is ${isOn(row) ? 'on' : 'off'}`;
  const why = can(row) ? undefined : whyNot?.(row);
  return (
    <Switch
      checked={isOn(wished ?? row)}
      disabled={!can(row)}
      aria-busy={wished ? true : undefined}
      aria-label={wished ? `${is}: ${underWay(of, wished)}` : why ? `${is}. ${why}` : is}
      title={why}
      onChange={(event) => (event.target.checked ? act('Start', start, [row]) : act('Stop', stop, [row]))}
    />
  );
}

const underWay = <Row extends object>({ wish }: Wished<Row>, wished: Row) =>
  wish.isOn(wished) ? 'starting…' : 'stopping…';

/** The status of a row, or what is under way with it: what the server has not confirmed does not look done. */
export function WishStatus<Row extends object>({
  of,
  row,
  children,
}: {
  of: Wished<Row>;
  row: Row;
  children: ReactNode;
}) {
  const wished = useWished(of, row);
  if (!wished) return children;
  return <StatusBadge soft status={{ ...UNDER_WAY, label: capital(underWay(of, wished)) }} />;
}

const UNDER_WAY = {
  tone: 'idle',
  icon: 'hourglass',
  why: 'The server has not confirmed it yet. Until then what was before goes on.',
} as const;

/** What the wish adds to the bar of selected rows. */
export const wishActions = <Row extends object>({
  can,
  isOn,
  isWanted = isOn,
  start,
  stop,
}: Wish<Row>): ListAction<Row>[] => [
  {
    label: 'Start',
    icon: IconPlayerPlayFilled,
    only: 'bulk',
    when: (row) => can(row) && !isOn(row),
    change: start,
  },
  { label: 'Stop', icon: IconPlayerStopFilled, only: 'bulk', when: (row) => can(row) && isWanted(row), change: stop },
];

import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { Switch } from '~/ui/controls';
import type { Change } from './change';
import type { ListAction, Things, Wish } from './spec';
import type { Act } from './use-changes';

/** Things with a wish. */
export type Wished<Row extends object> = Things<Row> & { wish: Wish<Row> };

/** A wish of its two calls; each one is the other's way back. */
export function wishOf<Row>({
  guess,
  start,
  stop,
  ...wish
}: Pick<Wish<Row>, 'isOn' | 'can' | 'isWanted'> & {
  guess(row: Row, on: boolean): Row;
  start: Pick<Change<Row>, 'each' | 'all'>;
  stop: Pick<Change<Row>, 'each' | 'all'>;
}): Wish<Row> {
  const on: Change<Row> = { ...start, done: 'started', guess: (row) => guess(row, true), quiet: true, undo: () => off };
  const off: Change<Row> = { ...stop, done: 'stopped', guess: (row) => guess(row, false), quiet: true, undo: () => on };
  return { ...wish, start: on, stop: off };
}

/** The switch with which the owner tells the wish. */
export function WishSwitch<Row extends object>({ of, row, act }: { of: Wished<Row>; row: Row; act: Act<Row> }) {
  const { isOn, can, start, stop } = of.wish;
  return (
    <Switch
      checked={isOn(row)}
      disabled={!can(row)}
      aria-label={`${of.rowName(row)} is ${isOn(row) ? 'on' : 'off'}`}
      onChange={(event) => (event.target.checked ? act('Start', start, [row]) : act('Stop', stop, [row]))}
    />
  );
}

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

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { make, updateSourceCoefficientsMutation, updateSourcesMutation } from '~/api/queries';
import type { SourceRow, SourceStateName } from '~/api/sdk';
import { askAnew } from '~/app/queries';
import { formatNumber, plural } from '~/lib/format';
import { toast, toastError, toastNotDone } from '~/ui/toast';
import { idsOf, sourceName } from './source-words';

/** Sources as a change of coefficients names them, with what was seen. */
type Priced = Pick<SourceRow, 'site_id' | 'block_id' | 'site_name' | 'coefficient'>;
/** Sources as a change of the list names them, with what was seen. */
type Listed = Pick<SourceRow, 'site_id' | 'block_id' | 'state'>;
type Ids = { site_ids: number[]; block_ids: number[] };
/** Sources that are changed alike: of those that were seen the call is told what, and leaves alone what is another by now. */
type Alike<Value> = { ids: Ids; seen: Value | null };

/** So many sources go into one call. */
const PART = 1000;

/** Parts of what is too much for one call. */
function parts({ site_ids, block_ids }: Ids): Ids[] {
  const all = [
    ...site_ids.map((id) => ({ site_ids: [id], block_ids: [] as number[] })),
    ...block_ids.map((id) => ({ site_ids: [] as number[], block_ids: [id] })),
  ];
  const made: Ids[] = [];
  for (let at = 0; at < all.length; at += PART) {
    const part = all.slice(at, at + PART);
    made.push({
      site_ids: part.flatMap((one) => one.site_ids),
      block_ids: part.flatMap((one) => one.block_ids),
    });
  }
  return made;
}

/** Sources as a call answers them. */
const idsOfAnswers = (some: readonly { site_id?: number | null; block_id?: number | null }[]): Ids => ({
  site_ids: some.flatMap(({ site_id: id }) => (typeof id === 'number' ? [id] : [])),
  block_ids: some.flatMap(({ block_id: id }) => (typeof id === 'number' ? [id] : [])),
});

/** Rows by what was seen of them. */
const alike = <Row extends Pick<SourceRow, 'site_id' | 'block_id'>, Value>(
  rows: readonly Row[],
  seen: (row: Row) => Value,
): Alike<Value>[] =>
  [...new Set(rows.map(seen))].map((value) => ({
    ids: idsOf(rows.filter((row) => seen(row) === value)),
    seen: value,
  }));

/** What came of several calls: the last may have failed, what came before it is in force. */
interface Outcome<Changed> {
  changed: Changed[];
  /** Sources that were left alone, because they are not what was seen. */
  left: number;
  failure?: unknown;
}

type ChangedState = { site_id: number | null; block_id: number | null; before: SourceStateName };
type ChangedValue = { site_id?: number | null; block_id?: number | null; value: number };

const DONE: Record<SourceStateName, string> = { blocked: 'blocked', allowed: 'allowed', open: 'taken off the list' };

/** What is said of sources that somebody else changed meanwhile. */
const leftText = (count: number) =>
  count === 0
    ? undefined
    : `${plural(count, 'source')} changed elsewhere since you looked, and stayed as they are now. `;

/** Tells what is done, with its way back, and what is not. */
function tell<Changed>(
  { changed, left, failure }: Outcome<Changed>,
  words: { done: string; same: string; what: string; verb: string; detail?: string },
  undo: () => void,
): boolean {
  const detail = [words.detail, leftText(left)].filter(Boolean).join(' ') || undefined;
  if (changed.length > 0) toast(words.done, { detail, undo });
  if (failure !== undefined) {
    if (changed.length === 0) toastNotDone(words.what, words.verb, failure);
    else toastError('The rest was not changed', failure);
    return false;
  }
  if (changed.length === 0) {
    if (left > 0) toastError('Nothing was changed', undefined, { detail });
    else toast('Nothing to change', { detail: words.same });
  }
  return true;
}

/** Changes of a campaign's sources: each at once, told, and with its way back. */
export function useSourceChanges(campaign: number) {
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  const path = { id: campaign };
  // What a row has by a change of this page, while the list does not show it yet.
  const own = useRef({ states: new WeakMap<object, SourceStateName>(), values: new WeakMap<object, number>() });

  /** What somebody else changed, or what failed, is asked of the list again. */
  const forget = (notes: WeakMap<object, unknown>, rows: readonly object[], { left, failure }: Outcome<unknown>) => {
    if (left > 0 || failure !== undefined) for (const row of rows) notes.delete(row);
  };

  /** A change counts as under way until its answer is there. */
  const counted = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    setSent((before) => before + 1);
    try {
      return await work;
    } finally {
      setSent((before) => before - 1);
    }
  };

  /** Makes call after call, until one fails. */
  const inCalls = async <Value, Changed>(
    some: readonly Alike<Value>[],
    call: (ids: Ids, seen: Value | null) => Promise<{ changed: Changed[]; left: readonly unknown[] }>,
  ): Promise<Outcome<Changed>> => {
    const outcome: Outcome<Changed> = { changed: [], left: 0 };
    try {
      for (const { ids, seen } of some) {
        for (const part of parts(ids)) {
          const { changed, left } = await call(part, seen);
          outcome.changed.push(...changed);
          outcome.left += left.length;
        }
      }
    } catch (error) {
      outcome.failure = error;
    } finally {
      void askAnew(client);
    }
    return outcome;
  };

  const list = (some: readonly Alike<SourceStateName>[], state: SourceStateName) =>
    inCalls<SourceStateName, ChangedState>(some, async (ids, seen) => {
      const body = { ...ids, state, ...(seen !== null && { seen }) };
      return (await make(updateSourcesMutation, { path, body }, client)).data;
    });

  /** Blocks sources again that were allowed: off the list first, as the last allowed ones cannot be blocked at once. */
  const blockAgain = async (ids: Ids): Promise<Outcome<ChangedState>> => {
    const off = await list([{ ids, seen: 'allowed' }], 'open');
    const { changed, left, failure } = await list([{ ids: idsOfAnswers(off.changed), seen: 'open' }], 'blocked');
    return { changed, left: off.left + left, failure: off.failure ?? failure };
  };

  const price = (some: readonly Alike<number>[], value: number) =>
    inCalls<number, ChangedValue>(some, async (ids, seen) => {
      const body = { ...ids, value, ...(seen !== null && { seen }) };
      const { before, left } = (await make(updateSourceCoefficientsMutation, { path, body }, client)).data;
      return { changed: before, left };
    });

  /** Tells how the way back went: each part, until one fails. */
  const back = async (steps: readonly (() => Promise<Outcome<unknown>>)[], what: string) => {
    own.current = { states: new WeakMap(), values: new WeakMap() };
    let left = 0;
    for (const step of steps) {
      const outcome = await step();
      left += outcome.left;
      if (outcome.failure !== undefined) return toastError(`Not all ${what} are as they were`, outcome.failure);
    }
    if (left > 0) return toastError(`Not all ${what} are as they were`, undefined, { detail: leftText(left) });
    toast(`The ${what} are as they were`);
  };

  /** Says the same of sources: those of rows, or those that were pasted unseen. Whether it was done. */
  const setState = async (of: readonly Listed[] | Ids, state: SourceStateName, name?: string): Promise<boolean> => {
    const rows = 'site_ids' in of ? [] : of;
    const { states } = own.current;
    const asked = 'site_ids' in of ? [{ ids: of, seen: null }] : alike(of, (row) => states.get(row) ?? row.state);
    for (const row of rows) states.set(row, state);
    const outcome = await list(asked, state);
    forget(states, rows, outcome);
    const { changed } = outcome;
    const what = changed.length === 1 && name ? name : plural(changed.length, 'source');
    const steps = (['open', 'blocked', 'allowed'] as const).map((before) => () => {
      const ids = idsOfAnswers(changed.filter((one) => one.before === before));
      return state === 'allowed' && before === 'blocked' ? blockAgain(ids) : list([{ ids, seen: state }], before);
    });
    const words = {
      done: `${what} ${DONE[state]}`,
      same: `All of them are ${DONE[state]} already.`,
      what: 'The list',
      verb: 'changed',
    };
    return tell(outcome, words, () => void back(steps, 'sources'));
  };

  /** Sets the coefficient of sources. */
  const setCoefficient = async (rows: readonly Priced[], value: number): Promise<boolean> => {
    const { values } = own.current;
    const asked = alike(rows, (row) => values.get(row) ?? row.coefficient ?? 1);
    for (const row of rows) values.set(row, value);
    const outcome = await price(asked, value);
    forget(values, rows, outcome);
    const { changed } = outcome;
    const [first] = rows;
    const [was] = changed;
    const isOne = rows.length === 1 && first && was;
    const steps = [...new Set(changed.map((one) => one.value))].map((before) => () => {
      const ids = idsOfAnswers(changed.filter((one) => one.value === before));
      return price([{ ids, seen: value }], before);
    });
    const words = {
      done: `${isOne ? `${sourceName(first)} pays` : `${plural(changed.length, 'source')} pay`} × ${formatNumber(value, 1)} now`,
      same: 'They have it already.',
      what: 'The coefficient',
      verb: 'saved',
      ...(isOne && { detail: `Was ${formatNumber(was.value, 1)}. ` }),
    };
    return tell(outcome, words, () => void back(steps, 'coefficients'));
  };
  return {
    setState: (...asked: Parameters<typeof setState>) => counted(setState(...asked)),
    setCoefficient: (...asked: Parameters<typeof setCoefficient>) => counted(setCoefficient(...asked)),
    isBusy: sent > 0,
  };
}

/** They, as the page has them. */
export type SourceChanges = ReturnType<typeof useSourceChanges>;

/** Undo and redo of a draft. Pure: time is an argument. */
import { same } from '../form/meanwhile';

/** A draft with what it was and what was taken back. */
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  /** What the last change was about, and when it was made, so that a drag or a typed word is one step. */
  last: { key: string; at: number } | null;
}

/** Changes of the same thing within this time are one step, in milliseconds. */
export const SAME_STEP_MS = 800;
/** Steps that can be taken back. */
export const STEPS_MAX = 200;

/** A draft that was not changed yet. */
export const begin = <T>(present: T): History<T> => ({ past: [], present, future: [], last: null });

/** The draft after a change of what `key` names. */
export function changed<T>(history: History<T>, present: T, key: string, at: number): History<T> {
  const joins = history.last?.key === key && at - history.last.at < SAME_STEP_MS && history.past.length > 0;
  return {
    past: joins ? history.past : [...history.past, history.present].slice(-STEPS_MAX),
    present,
    future: [],
    last: { key, at },
  };
}

/** One step back; the same when there is none. */
export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    last: null,
  };
}

/** One step forward again; the same when there is none. */
export function redone<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.present], present: after, future, last: null };
}

/**
 * The draft after something was put in from elsewhere: `move` tells what a step is with it, so that no step back takes it
 * out again. Steps that lead nowhere by it are left out.
 */
export function rebased<T>(history: History<T>, present: T, move: (step: T) => T): History<T> {
  const past = history.past.map(move);
  const future = history.future.map(move);
  return {
    past: past.filter((step, place) => !same(step, past[place + 1] ?? present)),
    present,
    future: future.filter((step, place) => !same(step, future[place - 1] ?? present)),
    last: null,
  };
}

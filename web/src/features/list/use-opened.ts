import { useCallback, useRef, useState } from 'react';
import { useFormFocus } from '~/ui/kept-focus';
import { afterForms } from '../form/use-guard';
import { idOfRow } from './row-key';
import type { Things } from './spec';

/** A form above a list. */
interface OpenedForm<Form extends string, Row> {
  /** Which form it is. */
  form: Form;
  /** The row that it is of, as it was last shown; nothing for a new one. */
  row?: Row;
  /** As it was when the form was opened. */
  first?: Row;
  /** Which opening it is: the same form may be opened of the same row once more. */
  turn?: number;
}

/**
 * The form above a list. One is open at a time: another one comes in its place after a question, where something typed would be lost by
 * that. It stands in `place`, above a list that may be long: who asks for it once more is led to it. `take` is the ref of the button
 * that opens the form of a new row.
 */
export function useOpened<Form extends string, Row extends object>(things: Pick<Things<Row>, 'rowId'>) {
  const [opened, setOpened] = useState<OpenedForm<Form, Row> | null>(null);
  const { note, take } = useFormFocus(opened !== null);
  const place = useRef<HTMLDivElement>(null);
  const keyOf = useCallback(
    (one: OpenedForm<Form, Row> | null) => one && `${one.form} ${one.row && idOfRow(things, one.row)}`,
    [things],
  );
  const key = keyOf(opened);
  const turns = useRef(0);
  const latest = useRef(key);
  latest.current = key;
  const open = useCallback(
    (next: OpenedForm<Form, Row>, how?: 'anew') => {
      if (latest.current === keyOf(next)) {
        place.current?.querySelector<HTMLElement>(':is(input, textarea, select, button):enabled')?.focus();
        return;
      }
      const remember = note(how);
      afterForms(place.current, () => {
        remember();
        turns.current += 1;
        setOpened({ ...next, turn: turns.current });
      });
    },
    [keyOf, note],
  );
  const openOf = useCallback((form: Form, row: Row) => open({ form, row, first: row }), [open]);
  /** A copy of the row would stay what it was when it is changed elsewhere; what the list shows no more is as it was last. */
  const follow = (rows: readonly Row[] | undefined) => {
    const shown = opened?.row && rows?.find((row) => keyOf({ ...opened, row }) === key);
    if (opened && shown && shown !== opened.row) setOpened({ ...opened, row: shown });
  };
  return {
    opened,
    key,
    place,
    take,
    openOf,
    openNew: (form: Form) => open({ form }, 'anew'),
    follow,
    /** What follows an answer: where another form was opened meanwhile, the page is its. */
    ifLast:
      <Args extends unknown[]>(act: (...args: Args) => void) =>
      (...args: Args) => {
        if (turns.current === opened?.turn) act(...args);
      },
    // A form that was sent and left before its answer came closes no other one, nor itself where it was opened anew.
    close: () => setOpened((now) => (now?.turn === opened?.turn ? null : now)),
  };
}

import { useCallback, useRef, useState } from 'react';
import { useFormFocus } from '~/ui/kept-focus';
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
}

/**
 * The form above a list, of which one is open at a time. It stands in `place`, above a list that may be long: who asks for it once
 * more is led to it. `take` is the ref of the button that opens the form of a new row.
 */
export function useOpened<Form extends string, Row extends object>(things: Pick<Things<Row>, 'rowId'>) {
  const [opened, setOpened] = useState<OpenedForm<Form, Row> | null>(null);
  const latest = useRef(opened);
  latest.current = opened;
  const { remember, take } = useFormFocus(opened !== null);
  const place = useRef<HTMLDivElement>(null);
  const openOf = useCallback(
    (form: Form, row: Row) => {
      const before = latest.current;
      const isOpen = before?.form === form && before.row && idOfRow(things, before.row) === idOfRow(things, row);
      if (isOpen) place.current?.querySelector<HTMLElement>(':is(input, textarea, select, button):enabled')?.focus();
      else {
        remember();
        setOpened({ form, row, first: row });
      }
    },
    [things, remember],
  );
  const openNew = (form: Form) => {
    remember('anew');
    setOpened({ form });
  };
  const id = opened?.row && idOfRow(things, opened.row);
  /** A copy of the row would stay what it was when it is changed elsewhere; what the list shows no more is as it was last. */
  const follow = (rows: readonly Row[] | undefined) => {
    const shown = opened?.row && rows?.find((one) => idOfRow(things, one) === id);
    if (opened && shown && shown !== opened.row) setOpened({ ...opened, row: shown });
  };
  return { opened, key: `${opened?.form} ${id}`, place, take, openOf, openNew, follow, close: () => setOpened(null) };
}

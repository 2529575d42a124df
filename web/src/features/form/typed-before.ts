import { type RefObject, useLayoutEffect, useRef } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isSet = (field: Field) =>
  field instanceof HTMLInputElement && field.type === 'radio' ? field.checked : field.value !== '';

/**
 * For the form of a page that the build draws: what was typed or chosen, or filled in by the browser, before the script took
 * the page over is handed to `take` by the field's name, so that it is not lost with the first change.
 */
export function useTypedBefore(take: (name: string, value: string) => void): void {
  const isTaken = useRef(false);
  useLayoutEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    for (const field of document.querySelectorAll<Field>('main form [name]')) {
      if (isSet(field)) take(field.name, field.value);
    }
  });
}

/** The same for a single field that is in no form: the result is the field's ref, `value` what the build has drawn in it. */
export function useTypedInto(value: string, take: (value: string) => void): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const isTaken = useRef(false);
  useLayoutEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    if (field.current && field.current.value !== value) take(field.current.value);
  });
  return field;
}

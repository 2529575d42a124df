import { type ChangeEvent, type FocusEvent, type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { errorText, fieldErrors } from '~/api/problem';
import { showFirstError } from './first-error';
import { useTypedBefore } from './typed-before';

/** What is wrong with a value, as a sentence; null for nothing. */
type Check = (value: string) => string | null;
type Messages<Name extends string> = Partial<Record<Name, string>>;

/**
 * The fields of a form on a page that loads no widgets: their values, and what is wrong with them. A field with something in
 * it is checked when it is left for another one, all are at send: a message that came up on the way to a link or a button would
 * push it from under the pointer.
 */
export function useFields<Name extends string>(initial: Record<Name, string>, checks: Partial<Record<Name, Check>>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Messages<Name>>({});
  const set = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  const isField = (name: string): name is Name => name in initial;
  useTypedBefore((name, value) => {
    if (isField(name)) set(name, value);
  });
  const mistake = (name: Name) => checks[name]?.(values[name]) ?? undefined;
  return {
    values,
    set,
    /** Takes all messages back. */
    clear: () => setErrors({}),
    /** Shows what a refusal says of the fields and leads to the first of them; false when it speaks of none. */
    refuse: (thrown: unknown, fallback?: Name): boolean => {
      const messages = fieldErrors(thrown);
      if (fallback) messages[fallback] ??= errorText(thrown);
      flushSync(() => setErrors(messages as Messages<Name>));
      const isShown = Object.keys(messages).some(isField);
      if (isShown) showFirstError();
      return isShown;
    },
    /** What a field takes. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: ({ currentTarget }: ChangeEvent<{ value: string }>) => set(name, currentTarget.value),
      onBlur: ({ relatedTarget }: FocusEvent) => {
        const isOnToField = relatedTarget?.matches('input, select, textarea');
        if (isOnToField && values[name] !== '') setErrors((before) => ({ ...before, [name]: mistake(name) }));
      },
    }),
    /** Handles the sending of the form: with mistakes it leads to the first of them, without any `send` is called. */
    onSubmit: (send: () => void) => (event: FormEvent) => {
      event.preventDefault();
      const found: Messages<Name> = {};
      for (const name of Object.keys(initial).filter(isField)) found[name] = mistake(name);
      setErrors(found);
      if (Object.values(found).some(Boolean)) showFirstError();
      else send();
    },
  };
}

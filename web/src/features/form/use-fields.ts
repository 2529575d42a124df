import { type ChangeEvent, type FocusEvent, type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { errorText, fieldErrors } from '~/api/problem';
import { showFirstError } from './first-error';
import { useTypedBefore } from './typed-before';

/** What is wrong with a value, as a sentence; null for nothing. */
type Check = (value: string) => string | null;
type Messages<Name extends string> = Partial<Record<Name, string>>;

/** Hears of a refusal first: true when that is all, or the field that takes a message which names none. */
type Caught<Name extends string> = (thrown: unknown) => Name | true | undefined;

/**
 * The form of a page that visitors read before any script: it loads no widgets, and may be typed into before the script is
 * there. The forms of the cabinets have `useForm`, which weighs more than such a page may; there is no third way.
 *
 * A field with something in it is checked when it is left for another one, all are at send: a message that came up on the way
 * to a link or a button would push it from under the pointer. It is sent once at a time.
 */
export function useFields<Name extends string>(initial: Record<Name, string>, checks: Partial<Record<Name, Check>>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Messages<Name>>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isSending = useRef(false);
  const set = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  const isField = (name: string): name is Name => name in initial;
  useTypedBefore((name, value) => {
    if (isField(name)) set(name, value);
  });
  const mistake = (name: Name) => checks[name]?.(values[name]) ?? undefined;
  /** Shows what a refusal says of the fields and leads to the first of them; false when it speaks of none. */
  const refuse = (thrown: unknown, fallback?: Name): boolean => {
    const messages = fieldErrors(thrown);
    if (fallback) messages[fallback] ??= errorText(thrown);
    flushSync(() => setErrors(messages as Messages<Name>));
    const isShown = Object.keys(messages).some(isField);
    if (isShown) showFirstError();
    return isShown;
  };
  const run = async (send: () => Promise<unknown>, caught?: Caught<Name>) => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setError(null);
    try {
      await send();
    } catch (thrown) {
      const verdict = caught?.(thrown);
      if (verdict !== true && !refuse(thrown, verdict || undefined)) setError(thrown);
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return {
    values,
    set,
    busy,
    /** What went wrong and stands at no field. */
    error,
    /** Takes all messages back. */
    clear: () => {
      setErrors({});
      setError(null);
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
    onSubmit: (send: () => Promise<unknown>, caught?: Caught<Name>) => (event: FormEvent) => {
      event.preventDefault();
      const found: Messages<Name> = {};
      for (const name of Object.keys(initial).filter(isField)) found[name] = mistake(name);
      setErrors(found);
      if (Object.values(found).some(Boolean)) showFirstError();
      else void run(send, caught);
    },
  };
}

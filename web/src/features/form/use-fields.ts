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

/** A form of visitors as it is declared. */
interface Declared<Name extends string> {
  /** The fields and what stands in them at first. */
  fields: Record<Name, string>;
  checks?: Partial<Record<NoInfer<Name>, Check>>;
  /** The most characters of fields. */
  limits?: Partial<Record<NoInfer<Name>, { max: number }>>;
  /** Fields that are empty again once they are sent. */
  once?: readonly NoInfer<Name>[];
  /** Sends what was typed, without the spaces around it; a password as it is. */
  send(values: Record<NoInfer<Name>, string>): Promise<unknown>;
  caught?: Caught<NoInfer<Name>>;
}

/** A password is neither cut nor trimmed. */
const isPassword = (name: string) => name === 'password';

/**
 * The form of a page that visitors read before any script: it loads no widgets, and may be typed into before the script is
 * there. The forms of the cabinets have `useForm`, which weighs more than such a page may; there is no third way.
 *
 * A field with something in it is checked when it is left for another one, all are at send: a message that came up on the way
 * to a link or a button would push it from under the pointer. It is sent once at a time.
 */
export function useFields<Name extends string>({
  fields: initial,
  checks = {},
  limits = {},
  once = [],
  send,
  caught,
}: Declared<Name>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Messages<Name>>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [sent, setSent] = useState<Record<Name, string> | null>(null);
  const [isAnother, setAnother] = useState(false);
  const isSending = useRef(false);
  const set = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  const isField = (name: string): name is Name => name in initial;
  const names = Object.keys(initial).filter(isField);
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
  const run = async () => {
    if (isSending.current) return;
    const typed = { ...values };
    for (const name of names) if (!isPassword(name)) typed[name] = typed[name].trim();
    isSending.current = true;
    setBusy(true);
    setError(null);
    try {
      await send(typed);
      for (const name of once) {
        set(name, '');
        typed[name] = '';
      }
      setSent(typed);
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
    /** What was sent; null until then, and while another one is written. */
    sent,
    again: () => {
      setAnother(true);
      setSent(null);
    },
    /** Whether one was sent before: the field to begin with takes the focus. */
    isAnother,
    /** Takes all messages back, and what stands in some fields. */
    clear: (...some: Name[]) => {
      for (const name of some) set(name, '');
      setErrors({});
      setError(null);
    },
    /** What a field takes. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      ...(limits[name] && !isPassword(name) ? { maxLength: limits[name].max } : {}),
      onChange: ({ currentTarget }: ChangeEvent<{ value: string }>) => set(name, currentTarget.value),
      onBlur: ({ relatedTarget }: FocusEvent) => {
        const isOnToField = relatedTarget?.matches('input, select, textarea');
        if (isOnToField && values[name] !== '') setErrors((before) => ({ ...before, [name]: mistake(name) }));
      },
    }),
    /** Handles the sending of the form: with mistakes it leads to the first of them, without any it is sent. */
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      const found: Messages<Name> = {};
      for (const name of names) found[name] = mistake(name);
      setErrors(found);
      if (Object.values(found).some(Boolean)) showFirstError();
      else void run();
    },
  };
}

/** A form of visitors as its parts take it. */
export type FieldsForm = Pick<ReturnType<typeof useFields<string>>, 'busy' | 'error' | 'onSubmit'>;

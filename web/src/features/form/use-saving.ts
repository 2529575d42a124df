import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorText, fieldErrors, toApiError } from '~/api/problem';
import { focusOn, rememberFocus } from '~/ui/focus';
import { showFirstError } from './first-error';
import { useKeptTyping } from './kept';
import { type Change, changesOf, differing, merged, movedOn, type Words } from './meanwhile';
import { refresh } from './refresh';
import { useUnsavedGuard } from './use-guard';

/** What a form declares. `Held` is what it was opened with: undefined for something new. */
export interface Declared<Values extends object, Stored, Held extends Stored | undefined> {
  item: Held;
  /** What tells the thing apart from others of its kind, where it has no `id`. */
  thing?: string | null;
  /** The values of a saved thing, or of a new one. */
  read(item: Held): Values;
  /**
   * Sends the values. `held` is what the person has seen: its version goes along, never that of a newer one. `how` is the value
   * of the button that was pressed; empty of the first one.
   */
  send(values: Values, held: Held, how: string): Promise<Stored>;
  /** What follows: a word, another page, the form closes. An edit that stays open goes on from what was stored. */
  saved?(stored: Stored, values: Values): unknown;
  /** Hears of a refusal, by field and as it was thrown; true when the form says itself what is wrong. */
  refused?(errors: Record<string, string>, thrown: unknown): unknown;
  /** How the fields are called where it is told that they were changed elsewhere. */
  words?: Words<Values>;
  /** Names of the API that differ in the form. */
  renamed?: Record<string, string>;
  /** False for what nobody would miss, such as a password: it is left without a question. */
  isGuarded?: boolean;
  /** It is sent step by step, and stays open: what is typed is guarded until it is discarded. */
  inSteps?: boolean;
  /** Names of the search that put something else in its place when they change: those of a page's parts, unless said. */
  placedBy?: readonly string[];
}

/** Where the values are kept while they are changed. */
interface Store<Values> {
  values: Values;
  /** `moved` tells what earlier values are with what was changed elsewhere. */
  put(values: Values, moved?: (earlier: Values) => Values): void;
  /** Shows and tells what is wrong with the values, by field. */
  check(): Record<string, unknown>;
  showErrors(errors: Record<string, string>): void;
}

/** What a form shows beside its fields. */
export interface Saving {
  element: React.RefObject<HTMLFormElement | null>;
  onSubmit(event: FormEvent): void;
  isNew: boolean;
  isDirty: boolean;
  /** How many fields are changed. */
  changeCount: number;
  busy: boolean;
  /** What `send` is told while it is busy; nothing otherwise. */
  sending: string | null;
  /** What went wrong and stands beside no field. */
  failure: string | null;
  /** Something newer was put in after a save was refused, or what was typed before the session ended: to be looked at. */
  notice: 'newer' | 'typed before' | null;
  /** Changed elsewhere and here: nothing can be saved before it was looked at. */
  conflict: { changes: Change[]; wasAsked: boolean; resolve(whose: 'theirs' | 'mine'): void } | null;
  panel: React.RefObject<HTMLDivElement | null>;
  discard(): void;
  /** What was typed is not missed any more: the thing is gone. */
  release(): void;
}

/** The version of a saved thing, or all that the form knows of it where there is none. */
const stampOf = (item: unknown, values: object): string =>
  typeof item === 'object' && item !== null && 'version' in item ? String(item.version) : JSON.stringify(values);

/** What a form edits, apart from what other forms of the same page do; null where nothing says it. */
const thingOf = (item: unknown): string | null => {
  if (item === undefined) return 'new';
  return typeof item === 'object' && item !== null && 'id' in item ? String(item.id) : null;
};

/** The field that takes the message of a name of the API: lists of plain values have one field in all. */
function placeOf(name: string, values: object, renamed: Record<string, string>): string | null {
  const [top = name] = name.split('.');
  const given = renamed[name] ?? renamed[top];
  if (given !== undefined) return given;
  if (name in values) return name;
  if (!(top in values)) return null;
  const value = values[top as keyof typeof values] as unknown;
  return Array.isArray(value) && typeof value[0] !== 'object' ? top : name;
}

/**
 * How every form of the cabinets saves, whatever keeps its values. It names the version that it was opened with. A newer one
 * that comes meanwhile is shown at once while nothing is changed here; else it is told what changed, and nothing is saved
 * before the person has chosen. It is sent once at a time and takes no input until the answer is there, so that nothing is
 * typed after what was sent. A refusal leads to the first field that it speaks of and keeps what was typed.
 */
export function useSaving<Values extends object, Stored, Held extends Stored | undefined>(
  {
    item,
    thing = thingOf(item),
    read,
    send,
    saved,
    refused,
    words = {},
    renamed = {},
    isGuarded = true,
    inSteps = false,
    placedBy,
  }: Declared<Values, Stored, Held>,
  { values, put, check, showErrors }: Store<Values>,
): Saving {
  const client = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const isSending = useRef(false);
  const [held, setHeld] = useState(item);
  const [seen, setSeen] = useState(() => stampOf(item, read(item)));
  const [sending, setSending] = useState<string | null>(null);
  const busy = sending !== null;
  // What takes no input has no focus either: it gets it back when it takes some again.
  const whenFree = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (busy || !element.current?.isConnected) return;
    whenFree.current?.();
    whenFree.current = null;
  }, [busy]);
  const [failure, setFailure] = useState<{ text: string; isStale: boolean } | null>(null);
  const [notice, setNotice] = useState<Saving['notice']>(null);

  const base = read(held);
  const changed = differing(base, values);
  const isDirty = changed.length > 0;
  // Answers of the server may come late: what the form has passed already is nothing new.
  const present = stampOf(item, read(item));
  const isNewer = item !== undefined && !busy && present !== seen && present !== stampOf(held, base);
  const theirs = isNewer ? read(item) : base;
  const changes = changesOf(base, theirs, values, words);
  const isConflict = isNewer && isDirty && changes.length > 0;

  const unsaved = useRef(false);
  unsaved.current = isDirty;
  const guard = useUnsavedGuard(() => isGuarded && unsaved.current, element, placedBy);

  const goOnFrom = (newer: Held, next: Values) => {
    setHeld(newer);
    const stored = read(newer);
    setSeen(stampOf(newer, stored));
    put(next, (earlier) => movedOn(base, stored, next, earlier));
  };
  useEffect(() => {
    if (!isNewer || isConflict) return;
    goOnFrom(item, isDirty ? values : theirs);
    if (!failure?.isStale) return;
    setFailure(null);
    setNotice('newer');
  });

  useKeptTyping(
    thing,
    values,
    () => (isGuarded && isDirty ? { held, values } : null),
    (before) => {
      goOnFrom(before.held as Held, { ...values, ...before.values });
      setNotice('typed before');
    },
  );

  /** Leads to the first message; one whose field is not there stands with the button. */
  const lead = (errors: Record<string, unknown>) =>
    showFirstError(element.current, () => setFailure({ text: Object.values(errors).join(' '), isStale: false }));
  const refuse = (thrown: unknown) => {
    const placed: Record<string, string> = {};
    const rest: string[] = [];
    for (const [name, message] of Object.entries(fieldErrors(thrown))) {
      const place = placeOf(name, values, renamed);
      if (place === null) rest.push(message);
      else placed[place] = [placed[place], message].filter(Boolean).join(' ');
    }
    showErrors(placed);
    const isSaid = refused?.(placed, thrown) === true;
    const hasField = Object.keys(placed).length > 0;
    if (hasField && !isSaid) lead(placed);
    if (isSaid || (hasField && rest.length === 0)) return;
    const isStale = held !== undefined && toApiError(thrown).status === 409;
    setFailure({ text: rest.length > 0 ? rest.join(' ') : errorText(thrown), isStale });
  };
  const submit = async (pressed: string) => {
    if (isSending.current) return;
    if (isConflict) return focusOn(panel.current);
    setFailure(null);
    setNotice(null);
    const mistakes = check();
    if (Object.keys(mistakes).length > 0) return lead(mistakes);
    isSending.current = true;
    setSending(pressed);
    const giveBack = rememberFocus();
    const answer = await send(values, held, pressed).then(
      (stored) => ({ stored }),
      (thrown: unknown) => ({ thrown }),
    );
    if ('thrown' in answer) {
      // What is there now is fetched, to tell what changed.
      if (held !== undefined && toApiError(answer.thrown).status === 409) await refresh(client);
      refuse(answer.thrown);
    } else if (!inSteps) {
      // The guard may ask before the next drawing.
      unsaved.current = false;
      const next = answer.stored as Held;
      if (held === undefined) guard.release();
      else {
        setHeld(next);
        put(read(next));
      }
      await refresh(client);
      await saved?.(answer.stored, values);
    }
    isSending.current = false;
    whenFree.current = giveBack;
    setSending(null);
  };
  return {
    element,
    panel,
    onSubmit: (event) => {
      event.preventDefault();
      event.stopPropagation();
      const { submitter } = event.nativeEvent as SubmitEvent;
      void submit(submitter instanceof HTMLButtonElement ? submitter.value : '');
    },
    isNew: held === undefined,
    isDirty,
    changeCount: changed.length,
    busy,
    sending,
    failure: isConflict ? null : (failure?.text ?? null),
    notice,
    conflict: isConflict
      ? {
          changes,
          wasAsked: failure !== null,
          resolve: (whose) => {
            goOnFrom(item, merged(base, theirs, values, whose));
            setFailure(null);
          },
        }
      : null,
    discard: () => {
      put(base);
      showErrors({});
      setFailure(null);
      setNotice(null);
    },
    release: guard.release,
  };
}

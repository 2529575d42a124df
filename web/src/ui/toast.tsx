import {
  type NotificationData,
  notifications,
  notificationsStore,
  updateNotificationsState,
} from '@mantine/notifications';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorText, isLost } from '~/api/problem';

/** What a toast says below its title; `undo` offers the way back while it stands. */
interface More {
  /** What is said again in place of what stands there of it; each is told by itself unless given. */
  id?: string;
  detail?: ReactNode;
  undo?: (() => void) | undefined;
}

/** The way back is offered for so long, in milliseconds; the time begins anew when the pointer or the focus leaves it. */
export const UNDO_MS = 10_000;

let count = 0;
const nextId = () => {
  count += 1;
  return `toast-${count}`;
};

/** What stands before what, where only some toasts have room: more than all toasts of a page. */
const RANK = 1_000_000;

/** The newest toast, and its place once another one is the newest. */
let newest: { id: string; priority: number } | null = null;

/** Tells it: the newest stands before all, then those with a way back, then the rest, of which the newest are first. */
function show(told: NotificationData & { id: string }, hasUndo: boolean): void {
  count += 1;
  const before = newest;
  newest = { id: told.id, priority: count + (hasUndo ? RANK : 0) };
  if (before) {
    updateNotificationsState(notificationsStore, (all) =>
      all.map((one) => (one.id === before.id ? { ...one, priority: before.priority } : one)),
    );
  }
  notifications.show({ ...told, priority: count + 2 * RANK });
}

/** What ends the way back of a toast. */
const ends = new Map<string, () => void>();

/** Takes away the way back of a toast, which does not work any more. */
export const endUndo = (id: string): void => ends.get(id)?.();

/** Ends the way back of a toast after a while, but not under the pointer or the focus. */
function endingLater(id: string, goes: () => void): Partial<NotificationData> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const held = new Set<'pointer' | 'focus'>();
  const end = () => {
    clearTimeout(timer);
    if (ends.delete(id)) goes();
  };
  ends.set(id, end);
  const look = () => {
    clearTimeout(timer);
    if (held.size === 0 && ends.has(id)) timer = setTimeout(end, UNDO_MS);
  };
  const hold = (by: 'pointer' | 'focus') => () => {
    held.add(by);
    look();
  };
  const leave = (by: 'pointer' | 'focus') => () => {
    held.delete(by);
    look();
  };
  look();
  return {
    // It comes back from behind others: nothing holds it.
    onOpen: () => {
      held.clear();
      look();
    },
    onMouseEnter: hold('pointer'),
    onMouseLeave: leave('pointer'),
    onFocusCapture: hold('focus'),
    onBlurCapture: leave('focus'),
  };
}

function message(id: string, { detail = '', undo }: More): ReactNode {
  if (!undo) return detail;
  return (
    <>
      {detail}
      <button
        type="button"
        className="link"
        onClick={() => {
          notifications.hide(id);
          undo();
        }}
      >
        Undo
      </button>
    </>
  );
}

/** Good news: leaves after 3 s, or with its way back. Its id is told, so that the way back can be taken away before. */
export function toast(title: string, more: More = {}): string {
  const id = nextId();
  show(
    {
      id,
      title,
      message: message(id, more),
      icon: <IconCircleCheck size={20} stroke={1.6} />,
      classNames: { root: 'ok' },
      closeButtonProps: { 'aria-label': 'Close' },
      ...(more.undo ? { autoClose: false, ...endingLater(id, () => hideToast(id)) } : {}),
    },
    Boolean(more.undo),
  );
  return id;
}

/** Something that was done, but not all of it: stays until closed. */
export function toastWarning(title: string, detail: string): void {
  show(
    {
      id: nextId(),
      title,
      message: detail,
      icon: <IconAlertTriangle size={20} stroke={1.6} />,
      classNames: { root: 'warn' },
      autoClose: false,
      role: 'alert',
      closeButtonProps: { 'aria-label': 'Close' },
    },
    false,
  );
}

/** Something that is about to be done: stands until it is hidden, and can be taken back. */
export function toastWaiting(id: string, title: string, undo: () => void): void {
  show(
    {
      id,
      title,
      message: message(id, { undo }),
      icon: <IconClock size={20} stroke={1.6} />,
      autoClose: false,
      withCloseButton: false,
    },
    true,
  );
}

/** Takes a toast away. */
export const hideToast = (id: string): void => void notifications.hide(id);

/** A refusal or failure: stays until closed; its way back ends before. */
export function toastError(title: string, error?: unknown, more: More = {}): string {
  const id = more.id ?? nextId();
  if (more.id) hideToast(id);
  const told = error === undefined ? more : { ...more, detail: errorText(error) };
  const goes = () =>
    updateNotificationsState(notificationsStore, (all) =>
      all.map((one) => (one.id === id ? { ...one, message: message(id, { detail: told.detail }) } : one)),
    );
  show(
    {
      id,
      title,
      message: message(id, told),
      icon: <IconAlertCircle size={20} stroke={1.6} />,
      classNames: { root: 'bad' },
      autoClose: false,
      role: 'alert',
      closeButtonProps: { 'aria-label': 'Close' },
      ...(more.undo ? endingLater(id, goes) : {}),
    },
    Boolean(more.undo),
  );
  return id;
}

/** A change that was refused or failed: "The choice" was not "saved". Of one to which no answer came nobody knows that. */
export function toastNotDone(what: string, done: string, error: unknown): void {
  if (isLost(error)) {
    const name = `${what.charAt(0).toLowerCase()}${what.slice(1)}`;
    toastError(`Whether ${name} was ${done} is not known`, undefined, {
      detail: 'No answer came. Look again before you repeat it.',
    });
  } else toastError(`${what} was not ${done}`, error);
}

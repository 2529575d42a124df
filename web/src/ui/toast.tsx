import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorText } from '~/api/problem';

/** What a toast says below its title; `undo` offers the way back while it stands. */
interface More {
  detail?: ReactNode;
  undo?: (() => void) | undefined;
}

let undoCount = 0;

/**
 * Only some toasts have room. One that offers the way back stands before all others, the newest of them first; what gives way
 * waits, and comes back with all of its time.
 */
const priorityOf = ({ undo }: More): { priority?: number } => {
  if (!undo) return {};
  undoCount += 1;
  return { priority: undoCount };
};

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

/** Good news: leaves after 3 s. */
export function toast(title: string, more: More = {}): void {
  const id = `toast-${performance.now()}`;
  notifications.show({
    id,
    title,
    message: message(id, more),
    ...priorityOf(more),
    icon: <IconCircleCheck size={20} stroke={1.6} />,
    classNames: { root: 'ok' },
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

/** Something that is about to be done: stands until it is hidden, and can be taken back. */
export function toastWaiting(id: string, title: string, undo: () => void): void {
  notifications.show({
    id,
    title,
    message: message(id, { undo }),
    ...priorityOf({ undo }),
    icon: <IconClock size={20} stroke={1.6} />,
    autoClose: false,
    withCloseButton: false,
  });
}

/** Takes a toast away. */
export const hideToast = (id: string): void => void notifications.hide(id);

/** A refusal or failure: stays until closed. */
export function toastError(title: string, error?: unknown, more: More = {}): void {
  const id = `toast-${performance.now()}`;
  notifications.show({
    id,
    title,
    message: message(id, error === undefined ? more : { ...more, detail: errorText(error) }),
    ...priorityOf(more),
    icon: <IconAlertCircle size={20} stroke={1.6} />,
    classNames: { root: 'bad' },
    autoClose: false,
    role: 'alert',
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

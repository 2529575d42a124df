import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorText } from '~/api/problem';

/** Good news: leaves after 3 s. `undo` offers the way back while it stands. */
export function toast(title: string, options: { detail?: ReactNode; undo?: () => void } = {}): void {
  const id = `toast-${performance.now()}`;
  notifications.show({
    id,
    title,
    message: options.undo ? (
      <button
        type="button"
        className="link"
        onClick={() => {
          notifications.hide(id);
          options.undo?.();
        }}
      >
        Undo
      </button>
    ) : (
      (options.detail ?? '')
    ),
    icon: <IconCircleCheck size={20} stroke={1.6} />,
    classNames: { root: 'ok' },
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

/** A refusal or failure: stays until closed. */
export function toastError(title: string, error?: unknown): void {
  notifications.show({
    title,
    message: error === undefined ? '' : errorText(error),
    icon: <IconAlertCircle size={20} stroke={1.6} />,
    classNames: { root: 'bad' },
    autoClose: false,
    role: 'alert',
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

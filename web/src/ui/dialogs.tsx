import type { modals as Modals } from '@mantine/modals';
import { type ReactNode, Suspense, useEffect } from 'react';
import { CLOSED_MS, dialogWithFocus, rememberFocus } from './focus';
import { late } from './late';

type Settings = Parameters<(typeof Modals)['open']>[0];

let givingBack: ReturnType<typeof setTimeout> | undefined;
/** Those that wait for an answer. */
const held = new Set<string>();
/** Known once the host stands in the page. */
let host: typeof Modals | undefined;
/** What was asked last while the host had not come: to open it, or to forget it. */
let waiting: ((isWanted: boolean) => void) | undefined;

// Dialogs open on demand: their code comes after the page, and whoever asks before it has come waits for it.
const Host = late(() =>
  import('@mantine/modals').then(({ ModalsProvider, modals }) => ({
    default: function DialogProvider() {
      useEffect(() => {
        host = modals;
        waiting?.(true);
        waiting = undefined;
        return () => clearTimeout(givingBack);
      }, []);
      return <ModalsProvider>{null}</ModalsProvider>;
    },
  })),
);

/** Where dialogs appear: stands once around the pages. */
export function DialogHost() {
  return (
    <Suspense fallback={null}>
      <Host />
    </Suspense>
  );
}

/**
 * Opens a dialog; `modalId` is what closes it. Before the host has come it waits, and is forgotten once another one is asked for
 * or its page is left.
 */
export function openDialog(settings: Settings): void {
  const giveFocusBack = rememberFocus();
  const onClose = () => {
    const closed = dialogWithFocus();
    settings.onClose?.();
    // The dialog itself knows the opener alone, which may be gone by what was done.
    givingBack = setTimeout(giveFocusBack, CLOSED_MS, closed);
  };
  const open = () => host?.open({ ...settings, onClose });
  if (host) {
    open();
    return;
  }
  waiting?.(false);
  const page = location.pathname;
  waiting = (isWanted) => (isWanted && location.pathname === page ? open() : settings.onClose?.());
}

/** Opens a dialog with what is asked in it, which closes it by the id that it is given. */
export function askBy(title: string, content: (id: string) => ReactNode, size?: number): void {
  const modalId = `ask-${performance.now()}`;
  openDialog({ modalId, title, ...(size ? { size } : {}), children: content(modalId) });
}

/** While a dialog waits for an answer it cannot be closed: what was typed, and what comes of it, would be lost. */
export function holdDialog(modalId: string, isHeld: boolean): void {
  if (isHeld) held.add(modalId);
  else held.delete(modalId);
  const closes = { closeOnEscape: !isHeld, closeOnClickOutside: !isHeld, closeButtonProps: { disabled: isHeld } };
  host?.updateModal({ modalId, ...closes });
}

/** Whether one waits for an answer: another one over it would have it begin anew. */
export const isDialogHeld = () => held.size > 0;

/** Closes a dialog. */
export function closeDialog(id: string): void {
  held.delete(id);
  host?.close(id);
}

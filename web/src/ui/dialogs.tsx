import type { modals as Modals } from '@mantine/modals';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { CLOSED_MS, dialogWithFocus, rememberFocus } from './focus';
import { late } from './late';

type Settings = Parameters<(typeof Modals)['open']>[0];

let givingBack: ReturnType<typeof setTimeout> | undefined;
/** Those that are open. */
const opened = new Set<string>();
/** Those that wait for an answer. */
const held = new Set<string>();
/** Known once the host stands in the page. */
let host: typeof Modals | undefined;
/** What was asked last while the host had not come: to open it, or to forget it. */
let waiting: ((isPlace: boolean) => void) | undefined;
/** Counts what was asked for, and the pages that were left. */
let turn = 0;

// Dialogs open on demand: their code comes after the page, and whoever asks before it has come waits for it.
const Host = late(() =>
  import('@mantine/modals').then(({ ModalsProvider, modals }) => ({
    default: function DialogProvider() {
      useEffect(() => {
        host = modals;
        waiting?.(true);
        waiting = undefined;
        return () => {
          clearTimeout(givingBack);
          // They are gone with their place.
          opened.clear();
          held.clear();
          spared.clear();
        };
      }, []);
      return <ModalsProvider>{null}</ModalsProvider>;
    },
  })),
);

/** Those that waited for an answer when the page that stands was left: it is told in them, whenever it comes. */
const spared = new Set<string>();

/**
 * The page that stands is left, or another one stands now: what was asked there is closed, but for what waited for an answer. One
 * way may be begun several times, where a page sends on to another.
 */
function leave(isThere: boolean): void {
  turn += 1;
  for (const id of held) spared.add(id);
  for (const id of opened) if (!spared.has(id)) closeDialog(id);
  if (isThere) spared.clear();
}

/** Where dialogs appear: stands once around the pages. */
export function DialogHost() {
  // A part of a page can stand without one.
  const router = useRouter({ warn: false });
  useEffect(() => {
    // As soon as another page is asked for, and once more when it comes: until then the one before can be pressed.
    const stops = (['onBeforeNavigate', 'onLoad'] as const).map((event) =>
      router?.subscribe(event, ({ pathChanged }) => {
        if (pathChanged) leave(event === 'onLoad');
      }),
    );
    return () => {
      for (const stop of stops) stop?.();
    };
  }, [router]);
  return (
    <Suspense fallback={null}>
      <Host />
    </Suspense>
  );
}

/** Notes that a dialog is asked for. The answer says whether it is wanted still: no other one was asked for, on the same page. */
export function takeTurn(): () => boolean {
  turn += 1;
  const [mine, page] = [turn, location.pathname];
  return () => turn === mine && location.pathname === page;
}

/**
 * Opens a dialog; `modalId` is what closes it. Before the host has come it waits, and is forgotten once another one is asked for
 * or its page is left. It closes with its page, unless it waits for an answer.
 */
export function openDialog(settings: Settings): void {
  const isWanted = takeTurn();
  const { modalId = `dialog-${turn}` } = settings;
  const giveFocusBack = rememberFocus();
  const onClose = () => {
    opened.delete(modalId);
    const closed = dialogWithFocus();
    settings.onClose?.();
    // The dialog itself knows the opener alone, which may be gone by what was done.
    givingBack = setTimeout(giveFocusBack, CLOSED_MS, closed);
  };
  const open = () => {
    opened.add(modalId);
    host?.open({ ...settings, modalId, onClose });
  };
  if (host) {
    open();
    return;
  }
  waiting?.(false);
  waiting = (isPlace) => (isPlace && isWanted() ? open() : settings.onClose?.());
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

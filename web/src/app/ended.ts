import { useSyncExternalStore } from 'react';
import type { EndReason } from '~/lib/session';
import { tabStorage } from './browser';

/** Why a visitor is logged out, or acts as nobody any more, without their doing. */
export interface Ended {
  title: string;
  detail?: string;
}

const WORDS: Partial<Record<EndReason, Ended>> = {
  expired: { title: 'Your session has ended', detail: 'Log in again to go on where you were.' },
  refused: {
    title: 'Your session was ended',
    detail: 'Here or on another device. Log in again to go on where you were.',
  },
  // Another tab leaves no word of why: its user logged out there, or it was told of the end first.
  other_tab: { title: 'Your session ended in another tab' },
  other_user: { title: 'Somebody else logged in in another tab', detail: 'Reload this page to work as them.' },
};

const ACTING_ENDED: Ended = {
  title: 'You no longer act as somebody else',
  detail: 'The 30 minutes are over, or it was ended elsewhere.',
};

const NOTED_KEY = 'placard.noted';

let current: Ended | null = null;
const listeners = new Set<() => void>();

function show(ended: Ended | null): void {
  current = ended;
  for (const listener of listeners) listener();
}

/** Says why the session is over, unless the visitor ended it here. */
export function sayEnded(reason: EndReason): void {
  show(WORDS[reason] ?? null);
}

/** Notes for the next page why this tab no longer speaks for another user, unless that was ended here. */
export function noteActingEnded(reason: EndReason): void {
  if (reason !== 'logout') tabStorage.setItem(NOTED_KEY, reason);
}

/** Says what the page before noted. */
export function sayWhatWasNoted(): void {
  if (tabStorage.getItem(NOTED_KEY) === null) return;
  tabStorage.removeItem(NOTED_KEY);
  show(ACTING_ENDED);
}

/** Nothing to say any more: it was read, or somebody is logged in. */
export function forgetEnded(): void {
  if (current) show(null);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What is to be said; null for nothing. */
export function useEnded(): Ended | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}

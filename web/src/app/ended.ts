import type { EndReason } from '~/lib/session';
import { notice } from '~/ui/toast';

/** What a visitor is told whose session ended without their doing. It stays until closed. */
const WORDS: Partial<Record<EndReason, { title: string; detail: string }>> = {
  expired: { title: 'Your session has ended', detail: 'Log in again to go on where you were.' },
  refused: {
    title: 'Your session was ended',
    detail: 'Here or on another device. Log in again to go on where you were.',
  },
  other_tab: { title: 'You logged out in another tab', detail: '' },
  other_user: {
    title: 'Somebody else logged in in another tab',
    detail: 'Reload this page to work as them.',
  },
};

/** Says why this tab no longer speaks for another user, unless that was ended here. */
export function sayActingEnded(reason: EndReason): void {
  if (reason !== 'logout')
    notice('You no longer act as somebody else', 'The 30 minutes are over, or it was ended elsewhere.');
}

/** Says why the session is over, unless the visitor ended it here. */
export function sayEnded(reason: EndReason): void {
  const words = WORDS[reason];
  if (words) notice(words.title, words.detail);
}

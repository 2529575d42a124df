/** What forms know of drafts: ads that their owner keeps, which nobody reads. */

import { toast } from '~/ui/toast';

/** What the second button of a form says to `send`. */
const KEEPS = 'keep';

/** The second button of the form of a new ad, or of a draft. */
export const KEEP = { how: KEEPS, label: 'Keep as draft' } as const;

/** Said when one was kept. */
export const KEPT = 'A draft is shown to nobody, and nobody reads it, until you send it.';

/** What `is_draft` of a form says; of an ad that was sent nothing. */
export const draftPart = (how: string, isUnsent: boolean): boolean | null => (isUnsent ? how === KEEPS : null);

/** What matters of an ad here; nothing is a new one. */
type Known = { is_draft: boolean } | undefined;

/** Whether nobody has read an ad, nor does before it is sent. */
export const isUnsent = (ad: Known): boolean => ad === undefined || ad.is_draft;

/** The buttons of the form of an ad. */
export function sendWords(ad: Known, isTrusted: boolean): { submit: string; other?: typeof KEEP } {
  if (!isUnsent(ad)) return { submit: 'Save' };
  const sent = ad ? 'Send the ad' : 'Create the ad';
  return { submit: isTrusted ? sent : 'Send to moderation', other: KEEP };
}

/** Says what became of an ad that was saved: it is a draft now, or waits for a moderator. */
export function tellSaved(what: 'Ad' | 'Push ad', before: Known, isDraft: boolean, waits: boolean): void {
  if (isDraft) {
    toast(`${what} kept as a draft`, { detail: KEPT });
    return;
  }
  const done = before ? (before.is_draft ? 'sent' : 'saved') : 'created';
  toast(`${what} ${done}`, { detail: waits ? 'It waits for a moderator.' : undefined });
}

/** Why the switch of a draft does nothing, unless its status is one of these, which say it: as that of an archived one does. */
export const draftWhyNot =
  (...telling: number[]) =>
  ({ is_draft: isDraft, status_id: status }: { is_draft: boolean; status_id: number }): string | undefined =>
    isDraft && !telling.includes(status) ? 'A draft is sent, not started.' : undefined;

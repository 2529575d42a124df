/** What forms know of drafts: ads that their owner keeps, which nobody reads. Pure. */

/** What the second button of a form says to `send`. */
const KEEPS = 'keep';

/** The second button of the form of a new ad, or of a draft. */
export const KEEP = { how: KEEPS, label: 'Keep as draft' } as const;

/** Said when one was kept. */
export const KEPT = 'Nobody reads a draft until you send it to moderation.';

/** What `is_draft` of a form says; of an ad that was sent nothing. */
export const draftPart = (how: string, isUnsent: boolean): boolean | null => (isUnsent ? how === KEEPS : null);

/** Tones of `ui/marks`, repeated here because `lib` imports nothing of `ui`. */
export type StatusTone = 'ok' | 'warn' | 'bad' | 'info' | 'idle';

/** Icons by what they say. */
export type StatusIcon =
  | 'play'
  | 'stop'
  | 'hourglass'
  | 'clock'
  | 'eye'
  | 'cross'
  | 'archive'
  | 'wallet'
  | 'lock'
  | 'check'
  | 'gear';

/** How a status is shown, and what its owner can do about it. */
export interface Status {
  label: string;
  tone: StatusTone;
  icon: StatusIcon;
  /** Says the reason in a sentence. */
  why: string;
}

const status = (label: string, tone: StatusTone, icon: StatusIcon, why: string): Status => ({ label, tone, icon, why });

/** Campaigns and groups. */
export const CAMPAIGN_STATUSES: Record<number, Status> = {
  1: status('Stopped', 'idle', 'stop', 'You stopped it.'),
  2: status('Started', 'ok', 'play', 'It delivers.'),
  3: status('Archived', 'idle', 'archive', 'It is put away. Restore it to use it again.'),
  4: status('Paused by staff', 'warn', 'lock', 'The network paused it. Ask your manager for the reason.'),
  5: status(
    'Daily budget',
    'warn',
    'hourglass',
    'The daily limit is spent. It goes on at 00:00 UTC, or when you raise the limit.',
  ),
  6: status('Schedule', 'idle', 'clock', 'This hour is not in its schedule.'),
  7: status('Total budget', 'warn', 'hourglass', 'The total limit is spent. Raise it to go on.'),
  8: status('No balance', 'warn', 'wallet', 'Your balance is used up. Top up to go on.'),
  9: status('Paused', 'idle', 'clock', 'A rule of yours paused it.'),
  10: status('Moderation', 'info', 'eye', 'None of its ads is approved yet.'),
  11: status('Declined', 'bad', 'cross', 'Moderation declined it.'),
};

/** Native ads. */
export const AD_STATUSES: Record<number, Status> = {
  1: status('Processed', 'info', 'gear', 'Pictures are being made and the link is checked.'),
  2: status('Waiting for moderation', 'info', 'eye', 'A person will look at it.'),
  3: status('Rejected', 'bad', 'cross', 'Moderation rejected it. Mend what it names and send it again.'),
  4: status('Stopped', 'idle', 'stop', 'You stopped it.'),
  5: status('Launched', 'ok', 'play', 'It delivers.'),
  6: status('Archived', 'idle', 'archive', 'It is put away.'),
  21: status('In moderation', 'info', 'eye', 'A moderator has it open; it cannot be edited for some minutes.'),
  41: status('Out of budget', 'warn', 'hourglass', 'A limit of its campaign or your balance is used up.'),
  42: status('Paused', 'idle', 'clock', 'This hour is not in the schedule.'),
};

/** Sites. */
export const SITE_STATUSES: Record<number, Status> = {
  1: status('Waiting', 'info', 'eye', 'A person looks at new sites before they show ads.'),
  2: status('Approved', 'ok', 'check', 'Its blocks show ads.'),
  3: status('Rejected', 'bad', 'cross', 'The site was not accepted.'),
  4: status('Blocked', 'bad', 'lock', 'The network blocked it. Its blocks stay empty.'),
  5: status('Archived', 'idle', 'archive', 'It is put away. Its blocks stay empty.'),
};

/** Blocks. */
export const BLOCK_STATUSES: Record<number, Status> = {
  1: status('Active', 'ok', 'play', 'It shows ads.'),
  2: status('Stopped', 'idle', 'stop', 'You stopped it.'),
  3: status('Archived', 'idle', 'archive', 'It is put away.'),
};

/** Payouts. */
export const PAYOUT_STATUSES: Record<number, Status> = {
  1: status('Requested', 'info', 'clock', 'It waits for approval.'),
  2: status('Approved', 'info', 'clock', 'It is being sent.'),
  3: status('Paid', 'ok', 'check', 'It was sent.'),
  4: status('Rejected', 'bad', 'cross', 'The amount is back on your balance.'),
  5: status('Cancelled', 'idle', 'cross', 'The amount is back on your balance.'),
};

/** A status that the app does not know yet is named by its number. */
export function statusOf(list: Record<number, Status>, id: number): Status {
  return list[id] ?? status(`Status ${id}`, 'idle', 'gear', 'This status is newer than the page. Reload it.');
}

/** Ad and block formats. */
export const FORMATS: Record<number, string> = { 1: 'Native', 2: 'Article', 4: 'Text', 8: 'Long text', 16: 'Teaser' };

/** The names of a set of formats. */
export function formatNames(ids: readonly number[]): string {
  return ids.map((id) => FORMATS[id] ?? `Format ${id}`).join(', ');
}

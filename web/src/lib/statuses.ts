import {
  AD_STATUS_LABELS,
  AdStatus,
  BLOCK_STATUS_LABELS,
  BlockStatus,
  CAMPAIGN_STATUS_LABELS,
  CampaignStatus,
  FORMAT_LABELS,
  NATIVE_FORMAT_LABELS,
  SITE_STATUS_LABELS,
  SiteStatus,
} from '~/api/words';

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
  | 'gear'
  | 'pencil';

/** How a status is shown, and what its owner can do about it. */
export interface Status {
  label: string;
  tone: StatusTone;
  icon: StatusIcon;
  /** Says the reason in a sentence. */
  why: string;
}

/** How a status looks. */
type Look = readonly [tone: StatusTone, icon: StatusIcon, why: string];

/** Puts looks to what the API calls its statuses. One without a look is a type error. */
export function statuses<Id extends number>(
  labels: Readonly<Record<Id, string>>,
  looks: Readonly<Record<Id, Look>>,
): Readonly<Record<number, Status>> {
  const entries = Object.entries<Look>(looks);
  return Object.fromEntries(
    entries.map(([id, [tone, icon, why]]) => [id, { label: labels[Number(id) as Id], tone, icon, why }]),
  );
}

/** Campaigns and groups. */
export const CAMPAIGN_STATUSES = statuses(CAMPAIGN_STATUS_LABELS, {
  [CampaignStatus.Stopped]: ['idle', 'stop', 'It is stopped, or its campaign is.'],
  [CampaignStatus.Started]: ['ok', 'play', 'It delivers.'],
  [CampaignStatus.Archived]: ['idle', 'archive', 'It is put away. Restore it to use it again.'],
  [CampaignStatus.PausedByStaff]: ['warn', 'lock', 'The network paused it: its campaign says why.'],
  [CampaignStatus.DailyBudget]: [
    'warn',
    'hourglass',
    'The daily limit is spent. It goes on at 00:00 UTC, or when you raise the limit.',
  ],
  [CampaignStatus.Schedule]: ['idle', 'clock', 'This hour is not in its schedule.'],
  [CampaignStatus.TotalBudget]: ['warn', 'hourglass', 'The total limit is spent. Raise it to go on.'],
  [CampaignStatus.AdvertiserBalance]: ['warn', 'wallet', 'Your balance is used up. Top up to go on.'],
  [CampaignStatus.PausedByRule]: [
    'idle',
    'clock',
    'A rule of yours paused it, or its campaign. It goes on when you start it.',
  ],
  [CampaignStatus.Moderation]: ['info', 'eye', 'None of its ads is approved yet.'],
  [CampaignStatus.Declined]: ['bad', 'cross', 'The network declined it.'],
});

/** Native ads. */
export const AD_STATUSES = statuses(AD_STATUS_LABELS, {
  [AdStatus.Processed]: ['info', 'gear', 'Pictures are being made and the link is checked.'],
  [AdStatus.Waiting]: ['info', 'eye', 'A person will look at it.'],
  [AdStatus.Rejected]: ['bad', 'cross', 'Moderation rejected it. Mend what it names and send it again.'],
  [AdStatus.Stopped]: ['idle', 'stop', 'It, its group or its campaign is stopped.'],
  [AdStatus.Launched]: ['ok', 'play', 'It delivers.'],
  [AdStatus.Archived]: ['idle', 'archive', 'It is put away.'],
  [AdStatus.InModeration]: ['info', 'eye', 'A moderator has it open; it cannot be edited for some minutes.'],
  [AdStatus.OutOfBudget]: ['warn', 'hourglass', 'A limit of its campaign or your balance is used up.'],
  [AdStatus.TimePaused]: ['idle', 'clock', 'This hour is not in the schedule.'],
});

/** An ad that its owner keeps: to those who know numbers alone it is stopped. */
export const DRAFT: Status = {
  label: 'Draft',
  tone: 'idle',
  icon: 'pencil',
  why: 'You keep it for later. Send it when it is ready.',
};

/** The status of a native ad. */
export const adStatusOf = (ad: { status_id: AdStatus; is_draft: boolean }): Status =>
  ad.is_draft && ad.status_id === AdStatus.Stopped ? DRAFT : statusOf(AD_STATUSES, ad.status_id);

/** Sites. */
export const SITE_STATUSES = statuses(SITE_STATUS_LABELS, {
  [SiteStatus.Waiting]: ['info', 'eye', 'A person looks at new sites before they show ads.'],
  [SiteStatus.Approved]: ['ok', 'check', 'Its blocks show ads.'],
  [SiteStatus.Rejected]: ['bad', 'cross', 'The site was not accepted.'],
  [SiteStatus.Blocked]: ['bad', 'lock', 'The network blocked it. Its blocks stay empty.'],
  [SiteStatus.Archived]: ['idle', 'archive', 'It is put away. Its blocks stay empty.'],
});

/** Blocks. */
export const BLOCK_STATUSES = statuses(BLOCK_STATUS_LABELS, {
  [BlockStatus.Active]: ['ok', 'play', 'It shows ads.'],
  [BlockStatus.Stopped]: ['idle', 'stop', 'You stopped it.'],
  [BlockStatus.Archived]: ['idle', 'archive', 'It is put away.'],
});

/** A status that the app does not know yet is named by its number. */
export function statusOf(list: Readonly<Record<number, Status>>, id: number): Status {
  const unknown = 'This status is newer than the page. Reload it.';
  return list[id] ?? { label: `Status ${id}`, tone: 'idle', icon: 'gear', why: unknown };
}

/** Ad and block formats. */
export const FORMATS: Readonly<Record<number, string>> = FORMAT_LABELS;

/** Formats that the constructor makes blocks of, and that native ads have. */
export const NATIVE_FORMATS: Readonly<Record<number, string>> = NATIVE_FORMAT_LABELS;

/** The names of a set of formats. */
export function formatNames(ids: readonly number[]): string {
  return ids.map((id) => FORMATS[id] ?? `Format ${id}`).join(', ');
}

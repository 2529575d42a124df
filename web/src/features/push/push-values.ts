/** A push campaign as its form holds it, and as the API takes it. Pure. */
import type { PushCampaign, PushCampaignForm, PushReachForm, PushTargetId } from '~/api/sdk';
import { CAMPAIGN_FORM_LIMITS, type PacingName, PUSH_TARGET_LABELS, PushTarget } from '~/api/words';
import type { Amount } from '~/lib/amount';
import { type CurrencyUnit, formatMoney } from '~/lib/format';
import { type Choice, named } from '~/ui/choices';
import { limitError, marksError, PACINGS } from '../campaigns/campaign-values';
import type { LimitBounds } from '../campaigns/limit-bounds';
import type { Words } from '../form/meanwhile';
import type { Checks } from '../form/use-form';
import type { TargetingNames } from '../targeting/names';
import { type KnownSources, sourcesText } from '../targeting/sources';
import {
  fromTargeting,
  hoursDone,
  hoursError,
  TARGETING_NAMES,
  type TargetingValues,
  targetingWords,
  toTargeting,
} from '../targeting/values';

/** What a push campaign leads to: numbers of their own, which native campaigns have the other way round. */
export const PUSH_TARGETS = Object.values(PushTarget).map((id) => ({
  value: String(id),
  label: PUSH_TARGET_LABELS[id],
}));

/** The fields of the form. */
export type PushValues = TargetingValues & {
  name: string;
  marks: string[];
  target_id: string;
  categories: string[];
  daily_money_limit: Amount;
  total_money_limit: Amount;
  pacing: PacingName;
  blacklist_sites: number[];
  blacklist_blocks: number[];
  /** Days since the person subscribed; empty for none. */
  age_from: number | '';
  age_to: number | '';
  capShows: number | null;
  capHours: number;
};

/** The most characters of a campaign's name. */
export const NAME_MAX = CAMPAIGN_FORM_LIMITS.name.max;

const limitOrNull = (limit: Amount): number | null => (limit === '' ? null : Number(limit));

/** A new campaign, or the one given. */
export const pushValues = (campaign: PushCampaign | undefined): PushValues => ({
  name: campaign?.name ?? '',
  marks: campaign?.marks ?? [],
  target_id: String(campaign?.target_id ?? PushTarget.News),
  categories: (campaign?.categories ?? []).map(String),
  daily_money_limit: campaign?.daily_money_limit ?? '',
  total_money_limit: campaign?.total_money_limit ?? '',
  pacing: campaign?.pacing ?? 'asap',
  ...fromTargeting(campaign),
  blacklist_sites: campaign?.blacklist_sites ?? [],
  blacklist_blocks: campaign?.blacklist_blocks ?? [],
  age_from: campaign?.subscription_age?.from_days || '',
  age_to: campaign?.subscription_age?.to_days ?? '',
  capShows: campaign?.frequency_cap?.shows ?? null,
  capHours: campaign?.frequency_cap?.hours ?? 24,
});

/** The ages that the API takes; null for any. */
export const ageOf = ({
  age_from: from,
  age_to: to,
}: Pick<PushValues, 'age_from' | 'age_to'>): PushCampaignForm['subscription_age'] =>
  from === '' && to === '' ? null : { from_days: Number(from), to_days: to === '' ? null : Number(to) };

const capOf = ({ capShows, capHours }: Pick<PushValues, 'capShows' | 'capHours'>): PushCampaignForm['frequency_cap'] =>
  capShows === null ? null : { shows: capShows, hours: capHours };

/** The body that creates or changes a campaign. */
export const pushBody = (
  values: PushValues,
  withRanges: boolean,
  held: PushCampaign | undefined,
): PushCampaignForm => ({
  name: values.name.trim(),
  marks: values.marks,
  target_id: Number(values.target_id) as PushTargetId,
  categories: values.categories.map(Number),
  daily_money_limit: limitOrNull(values.daily_money_limit),
  total_money_limit: limitOrNull(values.total_money_limit),
  pacing: values.pacing,
  ...toTargeting(values, withRanges, held),
  blacklist_sites: values.blacklist_sites,
  blacklist_blocks: values.blacklist_blocks,
  subscription_age: ageOf(values),
  frequency_cap: capOf(values),
  ...(held ? { version: held.version } : {}),
});

/** The audience, to count its subscribers: whatever hours it runs. */
export function pushReachBody(values: PushValues, withRanges: boolean, held: PushCampaign | undefined): PushReachForm {
  const { time_targeting: _hours, ...audience } = toTargeting(values, withRanges, held);
  return {
    ...audience,
    categories: values.categories.map(Number),
    blacklist_sites: values.blacklist_sites,
    blacklist_blocks: values.blacklist_blocks,
    subscription_age: ageOf(values),
    frequency_cap: capOf(values),
  };
}

/** Dollars a day: of 100 pushes `engagement` are clicked, and no more is spent than the limit. */
export const costADay = ({
  pushes,
  engagement,
  bid,
  limit,
}: {
  /** Of a whole day. */
  pushes: number;
  engagement: number;
  bid: number;
  limit?: number | null | undefined;
}): number => Math.min((pushes * engagement * bid) / 100, limit ?? Number.POSITIVE_INFINITY);

const limitText = (unit: CurrencyUnit) => (limit: Amount) =>
  limit === '' ? 'No limit' : formatMoney(Number(limit), unit);

/** The age of subscriptions in words. */
export function ageText({ age_from: from, age_to: to }: Pick<PushValues, 'age_from' | 'age_to'>): string {
  if (from === '' && to === '') return 'Any';
  if (from === '') return `Up to ${to} days`;
  return to === '' ? `${from} days and older` : `${from} to ${to} days`;
}

/** What is wrong with an age, or null. */
export function ageError(
  day: number | '',
  { age_from: from, age_to: to }: Pick<PushValues, 'age_from' | 'age_to'>,
  max: number,
): string | null {
  if (day !== '' && (!Number.isInteger(Number(day)) || Number(day) < 0 || Number(day) > max)) {
    return `Whole days, at most ${max}.`;
  }
  return from !== '' && to !== '' && Number(to) < Number(from) ? 'The oldest is younger than the youngest.' : null;
}

/** What is chosen from. */
interface Lists {
  categories: readonly Choice[];
  names: TargetingNames;
  known: KnownSources;
}

/** What bounds it. */
interface Bounds {
  limits: LimitBounds;
  days: number;
}

/** What is wrong with what no notification can meet, or null: a campaign that has it keeps it, a new one cannot have it. */
const wantedError = (wanted: readonly string[], held: readonly string[] | undefined) =>
  wanted.length === 0 || (held ?? []).length > 0 ? null : 'A new campaign cannot have them: take them away first.';

/** How its fields are called and read. */
const words = (unit: CurrencyUnit, { categories, names, known }: Lists): Words<PushValues> => ({
  ...targetingWords(names),
  name: 'Name',
  marks: { label: 'Labels', text: (marks) => marks.join(', ') || 'None' },
  target_id: { label: 'Leads to', text: (id) => named(PUSH_TARGETS, [id]) },
  categories: { label: 'Categories', text: (ids) => named(categories, ids) },
  daily_money_limit: { label: 'Daily limit', text: limitText(unit) },
  total_money_limit: { label: 'Total limit', text: limitText(unit) },
  pacing: { label: 'Pacing', text: (pacing) => named(PACINGS, [pacing]) },
  blacklist_sites: { label: 'Never on these sites', text: sourcesText(known.sites) },
  blacklist_blocks: { label: 'Never in these blocks', text: sourcesText(known.blocks) },
  age_from: { label: 'Subscribed at least', text: (days) => (days === '' ? 'Any' : `${days} days ago`) },
  age_to: { label: 'Subscribed at most', text: (days) => (days === '' ? 'Any' : `${days} days ago`) },
  capShows: { label: 'Shows of an ad to one person', text: (shows) => (shows === null ? 'No limit' : String(shows)) },
  capHours: { label: 'In so many hours', text: String },
});

/** What is wrong with the fields. */
const checks = (
  unit: CurrencyUnit,
  { limits, days }: Bounds,
  campaign: PushCampaign | undefined,
): Checks<PushValues> => ({
  name: (name) => (name.trim() ? null : 'Give the campaign a name that you will recognise in lists.'),
  marks: marksError,
  daily_money_limit: (daily) => limitError(daily, unit, limits, campaign?.daily_money_limit),
  total_money_limit: (total) => limitError(total, unit, limits, campaign?.total_money_limit),
  age_from: (day, values) => ageError(day, { ...values, age_to: '' }, days),
  age_to: (day, values) => ageError(day, values, days),
  hours: hoursError,
  keywords: (words) => wantedError(words, campaign?.keywords),
  ip_targetings: (ranges) => wantedError(ranges, campaign?.ip_targetings),
});

/** What is to be done before it is worth to be sent. */
export const pushChecklist = (values: PushValues) => [
  { key: 'name', done: values.name.trim() !== '', label: 'Name' },
  {
    key: 'categories',
    done: values.categories.length > 0,
    label: 'Categories, so that sites that refuse them are left out',
  },
  {
    key: 'budget',
    done: values.daily_money_limit !== '' || values.total_money_limit !== '',
    label: 'A limit, so that it never spends more than you want',
  },
  hoursDone(values),
];

/** Names of the API that differ in the form. */
const NAMES = {
  ...TARGETING_NAMES,
  subscription_age: 'age_from',
  'subscription_age.to_days': 'age_to',
  frequency_cap: 'capShows',
  'frequency_cap.hours': 'capHours',
};

/** Its budget in short, for the summary. */
export const pushFacts = (values: PushValues, unit: CurrencyUnit): [string, string][] => [
  ['At most a day', limitText(unit)(values.daily_money_limit)],
  ['At most in all', limitText(unit)(values.total_money_limit)],
  ['Age of the subscription', ageText(values)],
  [
    'One person gets an ad',
    values.capShows === null ? 'As often as it is chosen' : `${values.capShows} × in ${values.capHours} h`,
  ],
];

/** What is declared of the fields. */
export const pushFields = (unit: CurrencyUnit, lists: Lists, bounds: Bounds, campaign?: PushCampaign) => ({
  read: pushValues,
  checks: checks(unit, bounds, campaign),
  renamed: NAMES,
  words: words(unit, lists),
});

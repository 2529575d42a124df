/** A campaign as its form holds it, and as the API takes it. Pure. */
import type { Campaign, CampaignForm, NativeFormatId, ReachForm, TargetId } from '~/api/sdk';
import { CAMPAIGN_FORM_LIMITS, NATIVE_FORMAT_LABELS, PACING_LABELS, type PacingName, Target } from '~/api/words';
import { type Amount, amountProblem } from '~/lib/amount';
import { type CurrencyUnit, formatMoney } from '~/lib/format';
import { formatNames } from '~/lib/statuses';
import { type Choice, choicesOf, named } from '~/ui/choices';
import type { Words } from '../form/meanwhile';
import type { Checks } from '../form/use-form';
import type { TargetingNames } from '../targeting/names';
import {
  fromTargeting,
  hoursDone,
  hoursError,
  TARGETING_NAMES,
  type TargetingValues,
  targetingWords,
  toTargeting,
} from '../targeting/values';
import type { LimitBounds } from './limit-bounds';

/** The fields of the form. */
export type CampaignValues = TargetingValues & {
  name: string;
  marks: string[];
  target_id: string;
  offer_id: string | null;
  categories: string[];
  ad_format_type_id: string | null;
  traffic_source_id: string | null;
  daily_money_limit: Amount;
  total_money_limit: Amount;
  pacing: PacingName;
};

/** How the budget of a day is spent. */
export const PACINGS = choicesOf(PACING_LABELS);

/** The most labels of a campaign, and the most characters of one. */
export const MARKS_MAX = CAMPAIGN_FORM_LIMITS.marks.max;
export const MARK_CHARS_MAX = CAMPAIGN_FORM_LIMITS['marks[]'].max;

/** What is wrong with labels, or null. */
export const marksError = (marks: readonly string[]): string | null =>
  marks.some((mark) => [...mark].length > MARK_CHARS_MAX) ? `A label has at most ${MARK_CHARS_MAX} characters.` : null;

/** The most characters of a campaign's name. */
export const NAME_MAX = CAMPAIGN_FORM_LIMITS.name.max;

/** Decimals of a limit in dollars. */
export const LIMIT_DECIMALS = 2;

const limitOrNull = (limit: Amount): number | null => (limit === '' ? null : Number(limit));

/** Formats that the form of a new ad can open with. */
export const FORMATS = choicesOf(NATIVE_FORMAT_LABELS);

/** A format that was chosen, as the API takes it. */
export const formatOf = (chosen: string | null): NativeFormatId | null =>
  chosen === null ? null : (Number(chosen) as NativeFormatId);

/** A new campaign, or the one given. */
export const campaignValues = (campaign: Campaign | undefined): CampaignValues => ({
  name: campaign?.name ?? '',
  marks: campaign?.marks ?? [],
  offer_id: campaign?.offer_id ? String(campaign.offer_id) : null,
  target_id: String(campaign?.target_id ?? Target.Commodity),
  categories: (campaign?.categories ?? []).map(String),
  ad_format_type_id: campaign?.ad_format_type_id ? String(campaign.ad_format_type_id) : null,
  traffic_source_id: campaign?.traffic_source_id ? String(campaign.traffic_source_id) : null,
  daily_money_limit: campaign?.daily_money_limit ?? '',
  total_money_limit: campaign?.total_money_limit ?? '',
  pacing: campaign?.pacing ?? 'asap',
  ...fromTargeting(campaign),
});

/** The body that creates or changes a campaign. */
export const campaignBody = (
  values: CampaignValues,
  withRanges: boolean,
  held: Campaign | undefined,
): CampaignForm => ({
  name: values.name.trim(),
  marks: values.marks,
  target_id: Number(values.target_id) as TargetId,
  offer_id: values.offer_id ? Number(values.offer_id) : null,
  categories: values.categories.map(Number),
  ad_format_type_id: formatOf(values.ad_format_type_id),
  traffic_source_id: values.traffic_source_id ? Number(values.traffic_source_id) : null,
  daily_money_limit: limitOrNull(values.daily_money_limit),
  total_money_limit: limitOrNull(values.total_money_limit),
  pacing: values.pacing,
  ...toTargeting(values, withRanges, held),
  ...(held ? { version: held.version } : {}),
});

/** The audience, for an estimate of its shows. A week without hours, which the form refuses, is asked as all of it. */
export const reachBody = (values: CampaignValues, withRanges: boolean, held: Campaign | undefined): ReachForm => {
  const { time_targeting: hours, ...audience } = toTargeting(values, withRanges, held);
  return {
    target_id: Number(values.target_id) as TargetId,
    categories: values.categories.map(Number),
    traffic_source_id: values.traffic_source_id ? Number(values.traffic_source_id) : null,
    ...audience,
    ...(hours?.length ? { time_targeting: hours } : {}),
  };
};

const limitText = (unit: CurrencyUnit) => (limit: Amount) =>
  limit === '' ? 'No limit' : formatMoney(Number(limit), unit);

/** What is chosen from. */
type CampaignLists = Record<'targets' | 'categories' | 'sources' | 'offers', readonly Choice[]> & {
  names: TargetingNames;
};

/** How the format of new ads is called and read. */
export const FORMAT_WORDS = {
  label: 'Format of new ads',
  text: (id: string | null) => (id === null ? 'Any' : formatNames([Number(id)])),
};

/** How its fields are called and read. */
const campaignWords = (unit: CurrencyUnit, lists: CampaignLists): Words<CampaignValues> => ({
  ...targetingWords(lists.names),
  name: 'Name',
  marks: { label: 'Labels', text: (marks) => marks.join(', ') || 'None' },
  offer_id: { label: 'Offer', text: (id) => (id ? named(lists.offers, [id]) : 'None') },
  target_id: { label: 'Leads to', text: (id) => named(lists.targets, [id]) },
  categories: { label: 'Categories', text: (ids) => named(lists.categories, ids) },
  ad_format_type_id: FORMAT_WORDS,
  traffic_source_id: { label: 'Traffic source', text: (id) => (id ? named(lists.sources, [id]) : 'All sources') },
  daily_money_limit: { label: 'Daily limit', text: limitText(unit) },
  total_money_limit: { label: 'Total limit', text: limitText(unit) },
  pacing: { label: 'Pacing', text: (pacing) => named(PACINGS, [pacing]) },
});

/** What is wrong with the fields. */
const campaignChecks = (
  unit: CurrencyUnit,
  bounds: LimitBounds,
  campaign: Campaign | undefined,
): Checks<CampaignValues> => ({
  name: (name) => (name.trim() ? null : 'Give the campaign a name that you will recognise in lists.'),
  daily_money_limit: (daily) => limitError(daily, unit, bounds, campaign?.daily_money_limit),
  total_money_limit: (total) => limitError(total, unit, bounds, campaign?.total_money_limit),
  marks: marksError,
  hours: hoursError,
});

/** What is to be done before it is worth to be sent. */
export const campaignChecklist = (values: CampaignValues) => [
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

/** Its budget in short, for the summary. */
export const campaignFacts = (values: CampaignValues, unit: CurrencyUnit): [string, string][] => [
  ['At most a day', limitText(unit)(values.daily_money_limit)],
  ['At most in all', limitText(unit)(values.total_money_limit)],
];

/** What is wrong with a limit, or null. What the campaign has was agreed to and stays. */
export const limitError = (
  limit: Amount,
  unit: CurrencyUnit,
  { min, max }: LimitBounds,
  held: number | null | undefined,
): string | null => {
  const problem = amountProblem(limit, unit, LIMIT_DECIMALS);
  if (problem !== null || limit === '' || limit === held) return problem;
  if (Number(limit) > max) return `At most ${formatMoney(max, unit)}, or empty for no limit.`;
  return Number(limit) < min ? `At least ${formatMoney(min, unit)}, or empty for no limit.` : null;
};

/** What is odd about the limits and refused nowhere, or null. */
export function limitsWarning({
  daily_money_limit: daily,
  total_money_limit: total,
}: Pick<CampaignValues, 'daily_money_limit' | 'total_money_limit'>): string | null {
  if (daily === '' || total === '' || !(Number(total) < Number(daily))) return null;
  return 'The total is below the daily limit: it is gone within the first day, and then the campaign stops for good.';
}

/** What is declared of the fields. */
export const campaignFields = (unit: CurrencyUnit, lists: CampaignLists, bounds: LimitBounds, campaign?: Campaign) => ({
  read: campaignValues,
  checks: campaignChecks(unit, bounds, campaign),
  renamed: TARGETING_NAMES,
  words: campaignWords(unit, lists),
});

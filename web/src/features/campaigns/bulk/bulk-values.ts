/** What is changed of many campaigns at once: parts of their settings, as the dialog holds them and as the API takes them. Pure. */
import type { Campaign, CampaignChange, ChangedCampaign } from '~/api/sdk';
import { PACING_LABELS, type PacingName } from '~/api/words';
import type { Amount } from '~/lib/amount';
import { type CurrencyUnit, formatMoney } from '~/lib/format';
import type { TargetingNames } from '../../targeting/names';
import { fromTargeting, type TargetingValues, targetingWords } from '../../targeting/values';

/** The parts that can be changed, in the order of the dialog. */
export const PARTS = ['daily', 'total', 'pacing', 'hours', 'places', 'audience', 'marks'] as const;
/** One of them. */
export type Part = (typeof PARTS)[number];

/** What they are called. */
export const PART_LABELS: Readonly<Record<Part, string>> = {
  daily: 'Daily limit',
  total: 'Total limit',
  pacing: 'Pacing',
  hours: 'Schedule',
  places: 'Places',
  audience: 'Devices, browsers, languages',
  marks: 'Labels',
};

/** What stands in the dialog. */
export interface BulkValues {
  daily: Amount;
  total: Amount;
  pacing: PacingName;
  marks: string[];
  targeting: TargetingValues;
}

/** What the dialog begins with: nothing is limited. */
export const firstValues = (): BulkValues => ({
  daily: '',
  total: '',
  pacing: 'asap',
  marks: [],
  targeting: fromTargeting(undefined),
});

const limit = (amount: Amount) => (amount === '' ? null : Number(amount));

/** The chosen parts as the call takes them. */
export function changeOf(parts: readonly Part[], values: BulkValues): CampaignChange {
  const { hours, places, device_types, os, browsers, languages } = values.targeting;
  const all: Record<Part, CampaignChange> = {
    daily: { daily_money_limit: limit(values.daily) },
    total: { total_money_limit: limit(values.total) },
    pacing: { pacing: values.pacing },
    hours: { time_targeting: hours as CampaignChange['time_targeting'] } as CampaignChange,
    places: { countries: [...places.countries], regions: [...places.regions], cities: [...places.cities] },
    audience: { device_types, os, browsers, languages } as CampaignChange,
    marks: { marks: values.marks },
  };
  return Object.assign({}, ...parts.map((part) => all[part]));
}

/** The fields of a campaign that the API names, as the dialog's way back sends them. */
export function backOf({ before, fields }: ChangedCampaign): CampaignChange {
  const held = before as unknown as Record<string, unknown>;
  // Whichever place is sent, all of them are replaced.
  const places = ['countries', 'regions', 'cities'];
  const names = fields.some((field) => places.includes(field)) ? [...new Set([...fields, ...places])] : fields;
  return Object.fromEntries(names.map((name) => [name, held[name] ?? null])) as CampaignChange;
}

/** A line of the preview. */
export interface Line {
  label: string;
  before: string;
  after: string;
}

/** What differs of a campaign, in words. */
export function linesOf(changed: ChangedCampaign, unit: CurrencyUnit, names: TargetingNames): Line[] {
  const money = (amount: number | null | undefined) =>
    typeof amount === 'number' ? formatMoney(amount, unit) : 'No limit';
  const plain: Record<string, { label: string; text(campaign: Campaign): string }> = {
    daily_money_limit: { label: 'Daily limit', text: (one) => money(one.daily_money_limit) },
    total_money_limit: { label: 'Total limit', text: (one) => money(one.total_money_limit) },
    pacing: { label: 'Pacing', text: (one) => PACING_LABELS[one.pacing] },
    marks: { label: 'Labels', text: (one) => one.marks.join(', ') || 'None' },
  };
  const words = targetingWords(names) as Record<string, { label: string; text(value: unknown): string }>;
  const nameOf: Record<string, string> = {
    countries: 'places',
    regions: 'places',
    cities: 'places',
    time_targeting: 'hours',
  };
  const seen = new Set<string>();
  return changed.fields.flatMap((field) => {
    const own = plain[field];
    if (own) return [{ label: own.label, before: own.text(changed.before), after: own.text(changed.after) }];
    const name = nameOf[field] ?? field;
    const word = words[name];
    if (!word || seen.has(name)) return [];
    seen.add(name);
    const text = (campaign: Campaign) =>
      word.text((fromTargeting(campaign) as unknown as Record<string, unknown>)[name]);
    return [{ label: word.label, before: text(changed.before), after: text(changed.after) }];
  });
}

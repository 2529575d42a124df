/** What is changed of many things at once: parts of their settings, as the dialog holds them and as the API takes them. Pure. */
import type { TargetingFields } from '~/api/sdk';
import { PACING_LABELS, type PacingName, SUBSCRIPTION_DAYS_LIMITS } from '~/api/words';
import { type Amount, amountProblem } from '~/lib/amount';
import { type CurrencyUnit, capital, formatMoney } from '~/lib/format';
import { ageError, ageOf, ageText } from '../../push/push-values';
import type { TargetingNames } from '../../targeting/names';
import { fromTargeting, type TargetingValues, targetingWords } from '../../targeting/values';
import { LIMIT_DECIMALS } from '../campaign-values';

/** A part that can be changed; which there are is for the kind of thing to say. */
export type Part =
  | 'daily'
  | 'total'
  | 'pacing'
  | 'hours'
  | 'places'
  | 'audience'
  | 'networks'
  | 'ranges'
  | 'keywords'
  | 'categories'
  | 'age'
  | 'cap'
  | 'autostart'
  | 'marks';

/** What they are called. */
export const PART_LABELS: Readonly<Record<Part, string>> = {
  daily: 'Daily limit',
  total: 'Total limit',
  pacing: 'Pacing',
  hours: 'Schedule',
  places: 'Places',
  audience: 'Devices, browsers, languages',
  networks: 'Networks',
  ranges: 'Address ranges',
  keywords: 'Keywords of the page',
  categories: 'Categories of sites',
  age: 'Age of subscriptions',
  cap: 'Shows of an ad to one person',
  autostart: 'Start of approved ads',
  marks: 'Labels',
};

/** The part of which a field of the API is. */
const PARTS: Readonly<Record<string, Part>> = {
  daily_money_limit: 'daily',
  total_money_limit: 'total',
  pacing: 'pacing',
  time_targeting: 'hours',
  countries: 'places',
  regions: 'places',
  cities: 'places',
  device_types: 'audience',
  os: 'audience',
  browsers: 'audience',
  languages: 'audience',
  isps: 'networks',
  ip_targetings: 'ranges',
  keywords: 'keywords',
  excluded_keywords: 'keywords',
  categories: 'categories',
  subscription_age: 'age',
  frequency_cap: 'cap',
  auto_start_ads: 'autostart',
  marks: 'marks',
};

/** What a field that the API refuses is called here: `change.frequency_cap.hours` is of the shows to one person. */
export function fieldLabel(field: string): string {
  const [name = ''] = field.replace(/^change\./, '').split('.');
  const part = PARTS[name];
  return part ? PART_LABELS[part] : capital(name.replaceAll('_', ' '));
}

/** The oldest subscription that is told apart, in days. */
export const AGE_DAYS_MAX = SUBSCRIPTION_DAYS_LIMITS.to_days.max;

/** What stands in the dialog. */
export interface BulkValues {
  daily: Amount;
  total: Amount;
  pacing: PacingName;
  marks: string[];
  categories: string[];
  targeting: TargetingValues;
  /** Days since the person subscribed; empty for any. */
  age_from: number | '';
  age_to: number | '';
  /** Shows in so many hours; no limit where the shows are empty. */
  capShows: number | '';
  /** Empty while others are typed. */
  capHours: number | '';
  autostart: boolean;
}

/** Settings as the API answers them; each kind of thing has some of them. */
export type Settings = {
  name: string;
  /** Of these settings: another one means that somebody changed them. */
  version: number;
  daily_money_limit?: number | null | undefined;
  total_money_limit?: number | null | undefined;
  pacing?: PacingName;
  marks?: readonly string[];
  categories?: readonly number[];
  subscription_age?: { from_days: number; to_days?: number | null | undefined } | null | undefined;
  frequency_cap?: { shows: number; hours: number } | null | undefined;
  auto_start_ads?: boolean;
} & TargetingFields;

/** One that is changed, or would be. */
export interface Changed {
  /** Its id or its outer name, as its call takes it. */
  key: number | string;
  before: Settings;
  after: Settings;
  /** The names of the fields that differ. */
  fields: readonly string[];
}

/** Fields with their new values, by their names in the API. */
export type SettingsChange = Readonly<Record<string, unknown>>;

/** Hours of a limit of shows until others are chosen. */
const CAP_HOURS = 24;

/** What the dialog begins with: nothing is limited. */
export const firstValues = (): BulkValues => ({
  daily: '',
  total: '',
  pacing: 'asap',
  marks: [],
  categories: [],
  targeting: fromTargeting(undefined),
  age_from: '',
  age_to: '',
  capShows: '',
  capHours: CAP_HOURS,
  autostart: true,
});

/** What is wrong, by the fields that hold it. */
export type Problems = Partial<Record<keyof BulkValues, string>>;

/** What is wrong with the fields of the chosen parts. */
export function problemsOf(parts: readonly Part[], values: BulkValues, unit: CurrencyUnit): Problems {
  const { daily, total, age_from, age_to, capShows, capHours } = values;
  const all: Partial<Record<Part, Partial<Record<keyof BulkValues, string | null>>>> = {
    daily: { daily: amountProblem(daily, unit, LIMIT_DECIMALS) },
    total: { total: amountProblem(total, unit, LIMIT_DECIMALS) },
    age: {
      age_from: ageError(age_from, { age_from, age_to: '' }, AGE_DAYS_MAX),
      age_to: ageError(age_to, { age_from, age_to }, AGE_DAYS_MAX),
    },
    cap: { capHours: capShows !== '' && capHours === '' ? 'Say in how many hours.' : null },
  };
  const found = parts.flatMap((part) => Object.entries(all[part] ?? {}));
  return Object.fromEntries(found.filter(([, problem]) => problem !== null));
}

const limit = (amount: Amount) => (amount === '' ? null : Number(amount));

/** The chosen parts as the call takes them. */
export function changeOf(parts: readonly Part[], values: BulkValues): SettingsChange {
  const { hours, places, device_types, os, browsers, languages, isps } = values.targeting;
  const { ip_targetings, keywords, excluded_keywords } = values.targeting;
  const { capShows: shows, capHours } = values;
  const all: Record<Part, SettingsChange> = {
    daily: { daily_money_limit: limit(values.daily) },
    total: { total_money_limit: limit(values.total) },
    pacing: { pacing: values.pacing },
    hours: { time_targeting: hours },
    places: { countries: [...places.countries], regions: [...places.regions], cities: [...places.cities] },
    audience: { device_types, os, browsers, languages },
    networks: { isps },
    ranges: { ip_targetings },
    keywords: { keywords, excluded_keywords },
    categories: { categories: values.categories.map(Number) },
    age: { subscription_age: ageOf(values) },
    cap: { frequency_cap: shows === '' ? null : { shows, hours: capHours } },
    autostart: { auto_start_ads: values.autostart },
    marks: { marks: values.marks },
  };
  return Object.assign({}, ...parts.map((part) => all[part]));
}

/** The fields that the API names, as the dialog's way back sends them. */
export function backOf({ before, fields }: Changed): SettingsChange {
  const held: Readonly<Record<string, unknown>> = before;
  // Whichever place is sent, all of them are replaced.
  const places = ['countries', 'regions', 'cities'];
  const names = fields.some((field) => places.includes(field)) ? [...new Set([...fields, ...places])] : fields;
  return Object.fromEntries(names.map((name) => [name, held[name] ?? null]));
}

/** A line of the preview. */
export interface Line {
  label: string;
  before: string;
  after: string;
}

/** What differs of one, in words. */
export function linesOf(changed: Changed, unit: CurrencyUnit, names: TargetingNames): Line[] {
  const money = (amount: number | null | undefined) =>
    typeof amount === 'number' ? formatMoney(amount, unit) : 'No limit';
  const plain: Record<string, { label: string; text(one: Settings): string }> = {
    daily_money_limit: { label: 'Daily limit', text: (one) => money(one.daily_money_limit) },
    total_money_limit: { label: 'Total limit', text: (one) => money(one.total_money_limit) },
    pacing: { label: 'Pacing', text: ({ pacing }) => (pacing ? PACING_LABELS[pacing] : '') },
    subscription_age: {
      label: 'Age of subscriptions',
      text: ({ subscription_age: age }) => ageText({ age_from: age?.from_days || '', age_to: age?.to_days ?? '' }),
    },
    frequency_cap: {
      label: 'Shows of an ad to one person',
      text: ({ frequency_cap: cap }) => (cap ? `${cap.shows} × in ${cap.hours} h` : 'No limit'),
    },
    auto_start_ads: {
      label: 'Start of approved ads',
      text: (one) => (one.auto_start_ads ? 'By themselves' : 'By hand'),
    },
    categories: {
      label: 'Categories of sites',
      text: ({ categories }) => categories?.map(names.category).join(', ') || 'All sites',
    },
    marks: { label: 'Labels', text: ({ marks }) => marks?.join(', ') || 'None' },
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
    const text = (one: Settings) => {
      const held: Readonly<Record<string, unknown>> = fromTargeting(one);
      return word.text(held[name]);
    };
    return [{ label: word.label, before: text(changed.before), after: text(changed.after) }];
  });
}

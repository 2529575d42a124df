/** What an entry of the audit log says, in words for people. Pure. */

import { AdStatus, BAN_REASON_LABELS } from '~/api/words';
import type { CurrencyUnit } from '~/lib/format';
import { capital, formatMoney, formatPercent, formatPrice, formatTime, plural } from '~/lib/format';
import { countryName } from '~/lib/names';
import {
  AD_STATUSES,
  BLOCK_STATUSES,
  CAMPAIGN_STATUSES,
  DRAFT,
  formatNames,
  SITE_STATUSES,
  type Status,
  statusOf,
} from '~/lib/statuses';
import { USER_STATUSES } from '~/lib/users';
import type { TargetingNames } from '../targeting/names';
import type { FieldChange } from './diff';

/** Fields whose name alone would not be understood. */
const FIELDS: Readonly<Record<string, string>> = {
  ad_started_count: 'Ads running',
  ban_reasons: 'Ban reasons',
  ban_comment: 'Comment of the moderator',
  brand: 'Brand',
  bids: 'Bids by country',
  one_bid_for_all_geo: 'Bid',
  daily_money_limit: 'Daily limit',
  total_money_limit: 'Total limit',
  minimum_bid: 'Lowest bid',
  original_url: 'Landing page',
  short_description: 'Description',
  full_text: 'Full text',
  supported_block_format_types: 'Formats',
  time_targeting: 'Hours',
  ip_targetings: 'Address ranges',
  isps: 'Networks',
  excluded_keywords: 'Excluded keywords',
  os: 'Systems',
  locked_until: 'Locked until',
  locked_by: 'Locked by',
  auto_start_ads: 'Starts ads by itself',
  blacklist_sites: 'Never on these sites',
  blacklist_blocks: 'Never in these blocks',
  whitelist_sites: 'Only on these sites',
  whitelist_blocks: 'Only in these blocks',
  status_id: 'Status',
  target_id: 'Leads to',
  is_trusted: 'Trusted',
  is_draft: 'Draft',
  is_wanted: 'Shall run',
  archived_at: 'Archived',
  review_id: 'Moderation',
  manager_id: 'Manager',
  team_id: 'Team',
  traffic_source_id: 'Traffic source',
  frequency_cap: 'Shows to one visitor',
  share_basis_points: 'Webmaster’s share',
  operation: 'What was tried',
};

const MONEY = /(^|_)(money|limit|amount|budget|balance)(_|$)|^earnings_held$/;
const PRICE = /(^|_|\.)(bid|one_bid_for_all_geo|minimum_bid|epc_max)$/;
const STATUSES: Readonly<Record<string, Readonly<Record<number, Status>>>> = {
  ad: AD_STATUSES,
  campaign: CAMPAIGN_STATUSES,
  ad_group: CAMPAIGN_STATUSES,
  site: SITE_STATUSES,
  block: BLOCK_STATUSES,
  user: USER_STATUSES,
};

/** What moderation says of an ad, where that is no status of its own. */
const REVIEWS: Readonly<Record<number, string>> = { [AdStatus.Launched]: 'Approved', [AdStatus.Stopped]: DRAFT.label };

/** Basis points of a percent. */
const POINTS = 100;

/** Values of a list that are named; the rest is counted. */
const NAMED_MAX = 4;
const TEXT_MAX = 60;

/** How a field is called: `original_url` is the landing page, `frequency_cap.shows` "Shows to one visitor, shows". */
export function fieldName(path: string): string {
  // A thing that is one value.
  if (path === '') return 'Value';
  const words = path.split('.').map((name) => FIELDS[name] ?? name.replace(/_ids?$/, '').replaceAll('_', ' '));
  return capital(words.map((word, at) => (at === 0 ? word : word.toLowerCase())).join(', '));
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** What values are read by: whose they are, in which unit, under which names. */
export interface Reading {
  subject: string;
  unit: CurrencyUnit;
  names: TargetingNames;
  things: ThingNames;
}

/** Fields that hold the number of something else. */
export const THINGS = ['target_id', 'traffic_source_id', 'offer_id', 'manager_id', 'team_id'] as const;

/** What such numbers are called; undefined until it is known. */
export type ThingNames = Readonly<Record<(typeof THINGS)[number], (id: number) => string | undefined>>;

const isThing = (name: string): name is keyof ThingNames => (THINGS as readonly string[]).includes(name);

/** The numbers in some changes whose names have to be asked for. */
export function numbersIn(changes: readonly FieldChange[]): Record<'regions' | 'cities' | 'isps', number[]> {
  const of = (name: string) =>
    changes
      .filter((change) => change.name === name)
      .flatMap(({ before, after }) => [before, after])
      .flatMap((value) => (Array.isArray(value) ? value.slice(0, NAMED_MAX) : []))
      .filter((id): id is number => typeof id === 'number');
  return { regions: of('regions'), cities: of('cities'), isps: of('isps') };
}

/** A value of the field in a few words. */
export function fieldValue(path: string, value: unknown, of: Reading): string {
  const { subject, unit } = of;
  const name = path.split('.').at(-1) ?? path;
  if (name === 'share_basis_points')
    return typeof value === 'number' ? formatPercent(value / POINTS) : 'as for everybody';
  if (isEmpty(value)) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    if (PRICE.test(path)) return formatPrice(value, unit);
    if (MONEY.test(name)) return formatMoney(value, unit);
    if (name === 'status' || name === 'status_id') {
      const statuses = STATUSES[subject];
      if (statuses) return statusOf(statuses, value).label;
    }
    if (name === 'review_id') return REVIEWS[value] ?? statusOf(AD_STATUSES, value).label;
    if (name === 'ad_format_type_id') return formatNames([value]);
    return (isThing(name) ? of.things[name](value) : undefined) ?? String(value);
  }
  if (Array.isArray(value)) return listText(name, value, of);
  if (typeof value === 'object') {
    return Object.entries(value as Record<string, unknown>)
      .filter(([, inner]) => !isEmpty(inner))
      .map(([inner, what]) => `${fieldName(inner).toLowerCase()} ${fieldValue(inner, what, of)}`)
      .join(', ');
  }
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return `${formatTime(text)} UTC`;
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text;
}

/** How one value of a list is called; undefined of a value that is none of such a list. */
type Naming = (value: unknown, of: Reading) => string | undefined;

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';

/** Names values of one type, and no others. */
const naming =
  <Value>(is: (value: unknown) => value is Value, name: (value: Value, of: Reading) => string | undefined): Naming =>
  (value, of) =>
    is(value) ? name(value, of) : undefined;

/** Whether it is an object that has such a field. */
const has = <Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> =>
  typeof value === 'object' && value !== null && name in value;
const isSystem = (value: unknown): value is { value: number } => has(value, 'value') && isNumber(value.value);
const isBid = (value: unknown): value is { country_code: string; bid: number } =>
  has(value, 'country_code') && has(value, 'bid') && isText(value.country_code) && isNumber(value.bid);
const isReason = (value: unknown): value is keyof typeof BAN_REASON_LABELS =>
  (isNumber(value) || isText(value)) && Object.hasOwn(BAN_REASON_LABELS, value);

/** By the name of the list. */
const NAMED: Readonly<Record<string, Naming>> = {
  countries: naming(isText, (code, { names }) => names.country(code)),
  languages: naming(isText, (code, { names }) => names.language(code)),
  regions: naming(isNumber, (id, { names }) => names.place(id)),
  cities: naming(isNumber, (id, { names }) => names.place(id)),
  isps: naming(isNumber, (id, { names }) => names.network(id)),
  browsers: naming(isNumber, (id, { names }) => names.browser(id)),
  device_types: naming(isNumber, (id, { names }) => names.device(id)),
  os: naming(isSystem, ({ value }, { names }) => names.system(value)),
  categories: naming(isNumber, (id, { names }) => names.category(id)),
  supported_block_format_types: naming(isNumber, (id) => formatNames([id])),
  ban_reasons: naming(isReason, (id) => BAN_REASON_LABELS[id]),
  bids: naming(
    isBid,
    ({ country_code: country, bid }, { unit }) => `${countryName(country)} ${formatPrice(bid, unit)}`,
  ),
};

function listText(name: string, list: readonly unknown[], of: Reading): string {
  if (name === 'time_targeting') return `${plural(list.length, 'hour')} a week`;
  const one = (value: unknown): string =>
    NAMED[name]?.(value, of) ?? (typeof value === 'object' ? fieldValue('', value, of) : String(value));
  const more = list.length - NAMED_MAX;
  return `${list.slice(0, NAMED_MAX).map(one).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

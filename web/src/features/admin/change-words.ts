/** What an entry of the audit log says, in words for people. Pure. */

import { BAN_REASON_LABELS } from '~/api/words';
import type { CurrencyUnit } from '~/lib/format';
import { capital, formatMoney, formatPrice, formatTime, plural } from '~/lib/format';
import { countryName, languageName } from '~/lib/names';
import { AD_STATUSES, BLOCK_STATUSES, CAMPAIGN_STATUSES, SITE_STATUSES, type Status, statusOf } from '~/lib/statuses';
import { USER_STATUSES } from './statuses';

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
  is_wanted: 'Shall run',
  archived_at: 'Archived',
  review_id: 'Moderation',
  manager_id: 'Manager',
  team_id: 'Team',
  traffic_source_id: 'Traffic source',
  frequency_cap: 'Shows to one visitor',
};

const MONEY = /(^|_)(money|limit|amount|budget|balance)(_|$)/;
const PRICE = /(^|_|\.)(bid|one_bid_for_all_geo|minimum_bid|epc_max)$/;
const STATUSES: Readonly<Record<string, Readonly<Record<number, Status>>>> = {
  ad: AD_STATUSES,
  campaign: CAMPAIGN_STATUSES,
  ad_group: CAMPAIGN_STATUSES,
  site: SITE_STATUSES,
  block: BLOCK_STATUSES,
  user: USER_STATUSES,
};

/** Values of a list that are named; the rest is counted. */
const NAMED_MAX = 4;
const TEXT_MAX = 60;

/** How a field is called: `original_url` is the landing page, `frequency_cap.shows` "Shows to one visitor, shows". */
export function fieldName(path: string): string {
  const words = path.split('.').map((name) => FIELDS[name] ?? name.replace(/_ids?$/, '').replaceAll('_', ' '));
  return capital(words.map((word, at) => (at === 0 ? word : word.toLowerCase())).join(', '));
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A value of the field in a few words. */
export function fieldValue(path: string, value: unknown, subject: string, unit: CurrencyUnit): string {
  const name = path.split('.').at(-1) ?? path;
  if (isEmpty(value)) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    if (PRICE.test(path)) return formatPrice(value, unit);
    if (MONEY.test(name)) return formatMoney(value, unit);
    if (name === 'status' || name === 'status_id') {
      const statuses = STATUSES[subject];
      if (statuses) return statusOf(statuses, value).label;
    }
    return String(value);
  }
  if (Array.isArray(value)) return listText(name, value, unit);
  if (typeof value === 'object') {
    return Object.entries(value as Record<string, unknown>)
      .filter(([, inner]) => !isEmpty(inner))
      .map(([inner, what]) => `${fieldName(inner).toLowerCase()} ${fieldValue(inner, what, subject, unit)}`)
      .join(', ');
  }
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return `${formatTime(text)} UTC`;
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text;
}

function listText(name: string, list: readonly unknown[], unit: CurrencyUnit): string {
  if (name === 'time_targeting') return `${plural(list.length, 'hour')} a week`;
  const one = (value: unknown): string => {
    if (name === 'countries' || name === 'country_code') return countryName(String(value));
    if (name === 'languages') return languageName(String(value));
    if (name === 'ban_reasons') return BAN_REASON_LABELS[value as keyof typeof BAN_REASON_LABELS] ?? String(value);
    if (typeof value === 'object' && value !== null) {
      const { country_code: country, bid } = value as { country_code?: unknown; bid?: unknown };
      if (typeof country === 'string' && typeof bid === 'number') {
        return `${countryName(country)} ${formatPrice(bid, unit)}`;
      }
      return fieldValue('', value, '', unit);
    }
    return String(value);
  };
  const more = list.length - NAMED_MAX;
  return `${list.slice(0, NAMED_MAX).map(one).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

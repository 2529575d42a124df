import { ADVERTISER_METRIC_LABELS, NETWORK_METRIC_LABELS, WEBMASTER_METRIC_LABELS } from '~/api/words';
import type { CurrencyUnit } from './format';
import { formatAmount, formatMoney, formatNumber, formatPercent, formatSigned, unitSymbol } from './format';

/** How a metric is read. `money` amounts are dollars; `percent` is parts of a hundred already. */
export type MetricKind = 'count' | 'percent' | 'money' | 'ratio';

/** What the app knows about a figure of the statistics. */
export interface Metric {
  key: string;
  /** Short name, without the unit. */
  label: string;
  kind: MetricKind;
  /** Decimals; for money those of dollars. */
  decimals: number;
  /** The formula or meaning, shown at the heading. */
  help: string;
  /** Whether more is better (1), worse (-1) or neither (0): only then is a change coloured. */
  good: 1 | 0 | -1;
  /** A figure that may be negative and is written with its sign. */
  signed?: boolean;
}

/** Makes metrics that have what the API calls them. */
const metricsWith =
  <Key extends string>(labels: Readonly<Record<Key, string>>) =>
  (key: Key, kind: MetricKind, decimals: number, good: Metric['good'], help: string, signed = false): Metric => ({
    key,
    label: labels[key],
    kind,
    decimals,
    good,
    help,
    ...(signed ? { signed } : {}),
  });

const bought = metricsWith(ADVERTISER_METRIC_LABELS);
const sold = metricsWith(WEBMASTER_METRIC_LABELS);
const traded = metricsWith(NETWORK_METRIC_LABELS);

const SHOWS = 'Times an ad was drawn on a page.';
const VIEWABLE = 'Shows with half of the ad in sight for one second.';
const CLICKS = 'Valid clicks: those that are billed.';
const WEIGHT = 'Bid × coefficient × expected CTR × 1 000, mean over shows';
const LEADS = 'Conversions on hold and approved, counted at the hour of their click.';

/** What an advertiser reads, in the order of columns. Formulas are those that the server computes with. */
export const ADVERTISER_METRICS: readonly Metric[] = [
  bought('shows_count', 'count', 0, 1, SHOWS),
  bought('confirmed_shows_count', 'count', 0, 1, VIEWABLE),
  bought('clicks_count', 'count', 0, 1, CLICKS),
  bought('ctr', 'percent', 2, 1, 'Clicks / shows × 100'),
  bought('confirmed_ctr', 'percent', 2, 1, 'Clicks / viewable shows × 100'),
  bought('cpc', 'money', 3, -1, 'Spent / clicks'),
  bought('money', 'money', 2, 0, 'What the valid clicks cost.'),
  bought('cpm', 'money', 3, 0, 'Spent / shows × 1 000'),
  bought('confirmed_cpm', 'money', 3, 0, 'Spent / viewable shows × 1 000'),
  bought('weight', 'ratio', 3, 0, WEIGHT),
  bought('lead', 'count', 0, 1, LEADS),
  bought('cr', 'percent', 2, 1, 'Leads / clicks × 100'),
  bought('postbacks_hold_count', 'count', 0, 0, 'Conversions whose outcome is open.'),
  bought('postbacks_approved_count', 'count', 0, 1, 'Conversions that the tracker approved.'),
  bought('postbacks_rejected_count', 'count', 0, -1, 'Conversions that the tracker rejected.'),
  bought('approve', 'percent', 1, 1, 'Approved / all conversions × 100'),
  bought('postbacks_approved_money', 'money', 2, 1, 'What approved conversions are worth.'),
  bought('postbacks_hold_money', 'money', 2, 0, 'What conversions whose outcome is open are worth.'),
  bought('cpl', 'money', 2, -1, 'Spent / leads'),
  bought('epc', 'money', 3, 1, 'Revenue / clicks'),
  bought('ecpm', 'money', 2, 1, 'Revenue / shows × 1 000'),
  bought('confirmed_ecpm', 'money', 2, 1, 'Revenue / viewable shows × 1 000'),
  bought('roi_money', 'money', 2, 1, 'Revenue − spent', true),
  bought('roi_percentage', 'percent', 1, 1, 'Profit / spent × 100', true),
  bought('ads_count', 'count', 0, 0, 'Different ads that were shown.'),
  bought('invalid_clicks_count', 'count', 0, -1, 'Clicks that were sorted out and cost nothing.'),
];

/** What a webmaster reads. */
export const WEBMASTER_METRICS: readonly Metric[] = [
  sold('shows_count_web', 'count', 0, 1, SHOWS),
  sold('confirmed_shows_count', 'count', 0, 1, VIEWABLE),
  sold('clicks_count', 'count', 0, 1, CLICKS),
  sold('ctr', 'percent', 2, 1, 'Clicks / shows × 100'),
  sold('confirmed_ctr_web', 'percent', 2, 1, 'Clicks / viewable shows × 100'),
  sold('bid_web', 'money', 3, 1, 'Income / clicks'),
  sold('money_web', 'money', 2, 1, 'Your part of the valid clicks.'),
  sold('cpm', 'money', 3, 1, 'Income / shows × 1 000'),
  sold('confirmed_cpm_web', 'money', 3, 1, 'Income / viewable shows × 1 000'),
  sold('invalid_clicks_count', 'count', 0, -1, 'Clicks that were sorted out and earned nothing.'),
];

/**
 * What staff read: both sides and what is left between them. No colour says which price is good, for they stand on neither
 * side.
 */
export const NETWORK_METRICS: readonly Metric[] = [
  traded('shows_count', 'count', 0, 1, SHOWS),
  traded('confirmed_shows_count', 'count', 0, 1, VIEWABLE),
  traded('invalid_shows_count', 'count', 0, -1, 'Shows that were sorted out.'),
  traded('clicks_count', 'count', 0, 1, CLICKS),
  traded('invalid_clicks_count', 'count', 0, -1, 'Clicks that were sorted out: they cost nothing and earned nothing.'),
  traded('ctr', 'percent', 2, 1, 'Clicks / shows × 100'),
  traded('confirmed_ctr', 'percent', 2, 1, 'Clicks / viewable shows × 100'),
  traded('cpc', 'money', 3, 0, 'Spent / clicks'),
  traded('cpm', 'money', 3, 0, 'Spent / shows × 1 000'),
  traded('confirmed_cpm', 'money', 3, 0, 'Spent / viewable shows × 1 000'),
  traded('money', 'money', 2, 1, 'What the valid clicks cost advertisers.'),
  traded('money_web', 'money', 2, 1, 'What webmasters earned with them.'),
  traded('webmaster_referral_money', 'money', 2, 0, 'What referrers of webmasters earned with them.'),
  traded('advertiser_referral_money', 'money', 2, 0, 'What referrers of advertisers earned with them.'),
  traded('margin_money', 'money', 2, 1, 'Spent − income − both referrals'),
  traded('bid_web', 'money', 3, 0, 'Income / clicks'),
  traded('cpm_web', 'money', 3, 0, 'Income / shows × 1 000'),
  traded('confirmed_cpm_web', 'money', 3, 0, 'Income / viewable shows × 1 000'),
  traded('weight', 'ratio', 3, 0, WEIGHT),
  traded('lead', 'count', 0, 1, LEADS),
  traded('cr', 'percent', 2, 1, 'Leads / clicks × 100'),
  traded('approve', 'percent', 1, 1, 'Approved / all conversions × 100'),
  traded('postbacks_approved_money', 'money', 2, 1, 'What approved conversions are worth.'),
  traded('cpl', 'money', 2, 0, 'Spent / leads'),
  traded('epc', 'money', 3, 1, 'Revenue / clicks'),
  traded('roi_money', 'money', 2, 1, 'Revenue − spent', true),
  traded('roi_percentage', 'percent', 1, 1, 'Profit / spent × 100', true),
  traded('ads_count', 'count', 0, 0, 'Different ads that were shown.'),
];

const pushed = (
  key: string,
  label: string,
  kind: MetricKind,
  decimals: number,
  good: Metric['good'],
  help: string,
): Metric => ({ key, label, kind, decimals, good, help });

/** What an advertiser reads of push campaigns, by the names of the push API. */
export const PUSH_METRICS: readonly Metric[] = [
  pushed('impressions', 'Shows', 'count', 0, 1, 'Notifications that were shown, also while the browser was offline.'),
  pushed('clicks', 'Clicks', 'count', 0, 1, CLICKS),
  pushed('ctr', 'CTR', 'percent', 2, 1, 'Clicks / shows × 100'),
  pushed('cpc', 'CPC', 'money', 3, -1, 'Spent / clicks'),
  pushed('cpm', 'CPM', 'money', 3, 0, 'Spent / shows × 1 000'),
  pushed('expense', 'Spent', 'money', 2, 0, 'What the valid clicks cost.'),
  pushed('epc', 'EPC', 'money', 3, 1, 'Revenue / clicks'),
  pushed('ecpm', 'eCPM', 'money', 2, 1, 'Revenue / shows × 1 000'),
  pushed('cr', 'CR', 'percent', 2, 1, 'Leads / clicks × 100'),
];

/** Figures of which at least one is above zero when anything happened. */
const SIGNS_OF_LIFE = [
  'shows_count',
  'shows_count_web',
  'clicks_count',
  'invalid_clicks_count',
  'lead',
  'money',
  'money_web',
  'impressions',
  'clicks',
];

/** Whether anything happened: zeros all over are no data, not a result. */
export function hasData(metrics: Partial<Record<string, number | null>> | null | undefined): boolean {
  return SIGNS_OF_LIFE.some((key) => Number(metrics?.[key] ?? 0) !== 0);
}

/** The figures of each side. */
const METRICS = {
  advertiser: ADVERTISER_METRICS,
  webmaster: WEBMASTER_METRICS,
  network: NETWORK_METRICS,
  push: PUSH_METRICS,
};

/** Which side's figures. */
export type MetricSide = keyof typeof METRICS;

/** The figures of a side. */
export const metricsOf = (side: MetricSide): readonly Metric[] => METRICS[side];

/** The figures of a side as columns stand: those of `first` in its order, so that they are seen without scrolling, then the rest. */
export function metricsFrom(
  side: MetricSide,
  first: readonly string[],
  labels: Readonly<Record<string, string>> = {},
): readonly Metric[] {
  const place = ({ key }: Metric) => (first.includes(key) ? first.indexOf(key) : first.length);
  return metricsOf(side)
    .map((metric) => {
      const label = labels[metric.key];
      return label ? { ...metric, label } : metric;
    })
    .toSorted((a, b) => place(a) - place(b));
}

/** The figure that a side reads first: it is set in bold. */
const STRONG = {
  advertiser: 'money',
  webmaster: 'money_web',
  network: 'margin_money',
  push: 'expense',
} satisfies Record<MetricSide, string>;

/** The key of that figure. */
export const strongOf = (side: MetricSide): string => STRONG[side];

/** Amounts of money that add up; the others are per something. */
const SUMS = [
  'money',
  'expense',
  'money_web',
  'webmaster_referral_money',
  'advertiser_referral_money',
  'margin_money',
  'roi_money',
  'postbacks_approved_money',
  'postbacks_hold_money',
];

/** Whether nothing means zero: sums do, ratios have no value then. */
export function isAdditive(one: Metric): boolean {
  return one.kind === 'count' || SUMS.includes(one.key);
}

/** The metric of a key. */
export function metricOf(key: string, side: MetricSide = 'advertiser'): Metric {
  const found = metricsOf(side).find((candidate) => candidate.key === key);
  if (!found) throw new Error(`no metric is called ${key}`);
  return found;
}

/** The heading of its column, with the unit. */
export function metricHeading(one: Metric, unit: CurrencyUnit): string {
  if (one.kind === 'money') return `${one.label}, ${unitSymbol(unit)}`;
  if (one.kind === 'percent') return `${one.label}, %`;
  return one.label;
}

/** Three decimals of one and more would be read as thousands. */
const decimalsOf = ({ kind, decimals }: Metric, value: number | null | undefined, unit: CurrencyUnit): number =>
  decimals === 3 && Math.abs(value ?? 0) >= 0.9995 && !(kind === 'money' && unit === 'cent') ? 2 : decimals;

/** A value for a cell: no unit. */
export function metricCell(one: Metric, value: number | null | undefined, unit: CurrencyUnit): string {
  if (one.kind === 'money') {
    const text = formatAmount(value, unit, decimalsOf(one, value, unit));
    return one.signed && value && value > 0 ? `+${text}` : text;
  }
  const decimals = decimalsOf(one, value, unit);
  return one.signed ? formatSigned(value, decimals) : formatNumber(value, decimals);
}

/** A value that stands alone: with its unit. */
export function metricText(one: Metric, value: number | null | undefined, unit: CurrencyUnit): string {
  if (one.kind === 'money') return formatMoney(value, unit, decimalsOf(one, value, unit));
  if (one.kind === 'percent')
    return one.signed && value && value > 0
      ? `+${formatPercent(value, one.decimals)}`
      : formatPercent(value, one.decimals);
  return formatNumber(value, decimalsOf(one, value, unit));
}

/** How a figure moved against the period before. */
export interface Change {
  /** `+8,4 %`, or points for what is a share already. */
  text: string;
  direction: 'up' | 'down' | 'same';
  /** Null where neither direction is good. */
  good: boolean | null;
}

/** From so many times the earlier value, a change is told as times: nobody reads thousands of per cent. */
const TIMES_FROM = 11;

/** Compares with an earlier value; null when either is missing or the earlier one is nothing to compare with. */
export function metricChange(
  one: Metric,
  now: number | null | undefined,
  before: number | null | undefined,
): Change | null {
  if (now === null || now === undefined || before === null || before === undefined) return null;
  const inPoints = one.kind === 'percent';
  if (!inPoints && before === 0) return null;
  const value = inPoints ? now - before : ((now - before) / Math.abs(before)) * 100;
  const text = inPoints
    ? formatSigned(value, one.decimals)
    : now >= before * TIMES_FROM && before > 0
      ? `×\u2009${formatNumber(now / before, 0)}`
      : `${formatSigned(value, 1)}\u00a0%`;
  const direction = !/[1-9]/.test(text) ? 'same' : value > 0 ? 'up' : 'down';
  const good = one.good === 0 || direction === 'same' ? null : (direction === 'up') === one.good > 0;
  return { text, direction, good };
}

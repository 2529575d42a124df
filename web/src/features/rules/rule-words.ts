import type { Rule, RuleAction, RuleForm } from '~/api/sdk';
import {
  RULE_ACTION_KIND_LABELS,
  RULE_COMPARISON_LABELS,
  RULE_METRIC_LABELS,
  RULE_SUBJECT_LABELS,
  RuleActionKind,
  RuleActionState,
  RuleComparison,
  RuleMetric,
  RuleSubject,
  RuleWindow,
} from '~/api/words';
import { numberText, type Reading, readNumber } from '~/lib/amount';
import { type CurrencyUnit, formatNumber, formatPrice, fromUnit, inUnit, plural } from '~/lib/format';

/** A condition as its fields hold it. */
export interface ConditionValues {
  metric: number;
  comparison: number;
  value: string;
}

/** A rule as its form holds it: numbers are what was typed. */
export interface RuleValues extends Record<string, unknown> {
  name: string;
  subject: number;
  campaigns: string[];
  conditions: ConditionValues[];
  window: number;
  days: string;
  leastShows: string;
  leastClicks: string;
  kind: number;
  value: string;
  bound: string;
  cooldown: string;
  most: string;
  ask: string;
  mail: boolean;
}

const MONEY: readonly number[] = [RuleMetric.Spent, RuleMetric.Cpl, RuleMetric.Cpc];
const COUNTS: readonly number[] = [RuleMetric.Clicks, RuleMetric.Shows, RuleMetric.Leads];
const STEPS: readonly number[] = [
  RuleActionKind.LowerCoefficient,
  RuleActionKind.RaiseCoefficient,
  RuleActionKind.LowerLimit,
  RuleActionKind.RaiseLimit,
  RuleActionKind.LowerBid,
  RuleActionKind.RaiseBid,
];
const COEFFICIENTS: readonly number[] = [
  RuleActionKind.SetCoefficient,
  RuleActionKind.LowerCoefficient,
  RuleActionKind.RaiseCoefficient,
];
const LOWERS: readonly number[] = [RuleActionKind.LowerCoefficient, RuleActionKind.LowerLimit, RuleActionKind.LowerBid];

export const isMoney = (metric: number) => MONEY.includes(metric);
export const isCount = (metric: number) => COUNTS.includes(metric);
export const isStep = (kind: number) => STEPS.includes(kind);
export const isLower = (kind: number) => LOWERS.includes(kind);
export const isCoefficient = (kind: number) => COEFFICIENTS.includes(kind);
export const hasValue = (kind: number) => isStep(kind) || kind === RuleActionKind.SetCoefficient;
export const isSource = (subject: number) => subject === RuleSubject.Site || subject === RuleSubject.Block;
/** Whether what it is done to delivers no more. */
export const stops = (kind: number) => kind === RuleActionKind.Pause || kind === RuleActionKind.Block;

/** What can be done to a subject. */
export function actionsOf(subject: number): number[] {
  if (isSource(subject)) {
    return [
      RuleActionKind.Block,
      RuleActionKind.SetCoefficient,
      RuleActionKind.LowerCoefficient,
      RuleActionKind.RaiseCoefficient,
      RuleActionKind.Tell,
    ];
  }
  if (subject === RuleSubject.Ad) {
    return [RuleActionKind.Pause, RuleActionKind.LowerBid, RuleActionKind.RaiseBid, RuleActionKind.Tell];
  }
  if (subject === RuleSubject.Campaign) {
    return [RuleActionKind.Pause, RuleActionKind.LowerLimit, RuleActionKind.RaiseLimit, RuleActionKind.Tell];
  }
  return [RuleActionKind.Pause, RuleActionKind.Tell];
}

const label = (labels: Readonly<Record<number, string>>, id: number) => labels[id] ?? '';
export const subjectWord = (id: number) => label(RULE_SUBJECT_LABELS, id);
export const metricWord = (id: number) => label(RULE_METRIC_LABELS, id);
export const comparisonWord = (id: number) => label(RULE_COMPARISON_LABELS, id);
export const actionWord = (id: number) => label(RULE_ACTION_KIND_LABELS, id);

/** The most decimals of what conditions and steps are compared with. */
export const DECIMALS_MAX = 6;

/** What a metric is compared with, as it was typed; a loss is below zero. */
export function readCompared(metric: number, text: string): Reading {
  const decimals = isCount(metric) ? 0 : DECIMALS_MAX;
  const loss = metric === RuleMetric.Roi ? /^\s*[-\u2212](?=[\d\s.,])/.exec(text) : null;
  if (!loss) return readNumber(text, decimals);
  const reading = readNumber(text.slice(loss[0].length), decimals);
  return 'problem' in reading || reading.number === null ? reading : { number: -reading.number };
}

/** The number of a reading; not a number where there is none, or it can be read in two ways. */
export const numberIn = (reading: Reading): number =>
  'problem' in reading || reading.number === null ? Number.NaN : reading.number;

/** Whether the bound of a step is money: that of limits and bids. */
export const isMoneyStep = (kind: number) => isStep(kind) && !isCoefficient(kind);

/** What a new rule begins with: the one that most people want first. */
const first = (unit: CurrencyUnit): RuleValues => ({
  name: 'No leads, block the source',
  subject: RuleSubject.Site,
  campaigns: [],
  conditions: [
    { metric: RuleMetric.Spent, comparison: RuleComparison.Over, value: numberText(inUnit(12, unit), DECIMALS_MAX) },
    { metric: RuleMetric.Leads, comparison: RuleComparison.Is, value: '0' },
  ],
  window: RuleWindow.LastDays,
  days: '7',
  leastShows: '0',
  leastClicks: '0',
  kind: RuleActionKind.Block,
  value: '',
  bound: '',
  cooldown: '24',
  most: '5',
  ask: '20',
  mail: true,
});

const text = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value));

/** The fields of a rule, amounts in the unit in which they are typed. */
export function valuesOf(rule: Rule | undefined, unit: CurrencyUnit): RuleValues {
  if (!rule) return first(unit);
  const amount = (isAmount: boolean, value: number | null | undefined) =>
    typeof value === 'number' ? numberText(isAmount ? inUnit(value, unit) : value, DECIMALS_MAX) : '';
  return {
    name: rule.name,
    subject: rule.subject_id,
    campaigns: (rule.campaigns ?? []).map(String),
    conditions: rule.conditions.map((condition) => ({
      metric: condition.metric_id,
      comparison: condition.comparison_id,
      value: amount(isMoney(condition.metric_id), condition.value),
    })),
    window: rule.window_id,
    days: text(rule.window_days ?? 1),
    leastShows: text(rule.least_shows ?? 0),
    leastClicks: text(rule.least_clicks ?? 0),
    kind: rule.action.kind_id,
    value: amount(false, rule.action.value),
    bound: amount(isMoneyStep(rule.action.kind_id), rule.action.bound),
    cooldown: text(rule.cooldown_hours ?? 24),
    most: text(rule.actions_a_day ?? 5),
    ask: text(rule.ask_percent ?? 20),
    mail: rule.tells_by_mail ?? false,
  };
}

const whole = (value: string) => numberIn(readNumber(value, 0)) || 0;

/** What is sent: amounts are dollars there. */
export function formOf(values: RuleValues, unit: CurrencyUnit): RuleForm {
  const dollars = (isAmount: boolean, reading: Reading) => {
    const number = numberIn(reading) || 0;
    return isAmount ? fromUnit(number, unit) : number;
  };
  const of = (value: string) => readNumber(value, DECIMALS_MAX);
  return {
    name: values.name.trim(),
    subject_id: values.subject as RuleForm['subject_id'],
    campaigns: values.campaigns.map(Number),
    conditions: values.conditions.map((condition) => ({
      metric_id: condition.metric as RuleMetric,
      comparison_id: condition.comparison as RuleComparison,
      value: dollars(isMoney(condition.metric), readCompared(condition.metric, condition.value)),
    })),
    window_id: values.window as RuleForm['window_id'],
    window_days: whole(values.days) || 1,
    least_shows: whole(values.leastShows),
    least_clicks: whole(values.leastClicks),
    action: {
      kind_id: values.kind as RuleActionKind,
      value: hasValue(values.kind) ? dollars(false, of(values.value)) : null,
      bound: isStep(values.kind) ? dollars(isMoneyStep(values.kind), of(values.bound)) : null,
    },
    cooldown_hours: whole(values.cooldown),
    actions_a_day: whole(values.most),
    ask_percent: whole(values.ask),
    tells_by_mail: values.mail,
  };
}

const figure = (metric: number, value: number, unit: CurrencyUnit) =>
  isMoney(metric)
    ? formatPrice(value, unit)
    : isCount(metric)
      ? formatNumber(value)
      : `${formatNumber(value, value % 1 === 0 ? 0 : 2)} %`;

/** A rule in one sentence. */
export function sentence(rule: RuleForm, unit: CurrencyUnit): string {
  const conditions = rule.conditions.map(
    ({ metric_id, comparison_id, value }) =>
      `${metricWord(metric_id)} ${comparisonWord(comparison_id)} ${figure(metric_id, value, unit)}`,
  );
  const days = rule.window_days ?? 1;
  const windows: Record<number, string> = {
    [RuleWindow.Today]: 'today',
    [RuleWindow.LastDays]: days === 1 ? 'today' : `in the last ${days} days`,
    [RuleWindow.Lifetime]: 'in its lifetime',
  };
  const campaigns = rule.campaigns?.length ?? 0;
  const where = campaigns === 0 ? 'any campaign' : plural(campaigns, 'campaign');
  const least = [
    rule.least_shows ? plural(rule.least_shows, 'show') : '',
    rule.least_clicks ? plural(rule.least_clicks, 'click') : '',
  ].filter(Boolean);
  const after = least.length > 0 ? ` after ${least.join(' and ')}` : '';
  const subject = subjectWord(rule.subject_id);
  const of = rule.subject_id === RuleSubject.Campaign ? (campaigns ? ` of ${where}` : '') : ` of ${where}`;
  const { kind_id, value, bound } = rule.action;
  const end = isMoneyStep(kind_id) ? formatPrice(bound, unit) : bound;
  const step =
    kind_id === RuleActionKind.SetCoefficient
      ? ` to ${value}`
      : isStep(kind_id)
        ? ` by ${value} % ${isLower(kind_id) ? 'down to' : 'up to'} ${end}`
        : '';
  return `When ${article(subject)} ${subject}${of} has ${conditions.join(' and ')} ${windows[rule.window_id]}${after}, ${actionWord(kind_id)}${step}.`;
}

export const article = (noun: string) => (/^[aeiou]/.test(noun) ? 'an' : 'a');

/** What was done, in a few words, with the name of what it was done to left out: that stands apart. */
export function didWords(action: RuleAction, unit: CurrencyUnit): { before: string; after: string } {
  const asks = action.state_id === RuleActionState.Asked;
  const amount = (value: number | null | undefined) =>
    isCoefficient(action.kind_id) ? formatNumber(value, 2) : formatPrice(value, unit);
  const change =
    action.before === null || action.before === undefined
      ? ''
      : `: ${amount(action.before)} to ${amount(action.after)}`;
  if (action.kind_id === RuleActionKind.Pause) {
    return { before: `${asks ? 'Asks to pause' : 'Paused'} ${subjectWord(action.subject_kind_id)}`, after: '' };
  }
  if (action.kind_id === RuleActionKind.Block) {
    return { before: asks ? 'Asks to block' : 'Blocked', after: '' };
  }
  if (action.kind_id === RuleActionKind.Tell) return { before: 'Saw', after: '' };
  if (isCoefficient(action.kind_id)) return { before: 'Coefficient of', after: change };
  if (action.kind_id === RuleActionKind.LowerLimit || action.kind_id === RuleActionKind.RaiseLimit) {
    return { before: 'Daily limit of', after: change };
  }
  return { before: 'Bid of', after: change };
}

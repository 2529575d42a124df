/** What is wrong with a rule as its form holds it. Pure. */
import { RULE_FORM_LIMITS, RuleWindow } from '~/api/words';
import { type Reading, readNumber } from '~/lib/amount';
import { capital, formatNumber } from '~/lib/format';
import type { Checks } from '../form/use-form';
import {
  DECIMALS_MAX,
  hasValue,
  isStep,
  metricWord,
  numberIn,
  type RuleValues,
  readCompared,
  stops,
} from './rule-words';

/** A whole number between bounds: what cannot be read is never taken for another one. */
function wholeError(what: string, value: string, { min = 0, max }: { min?: number; max: number }): string | null {
  const number = numberIn(readNumber(value, 0));
  return number >= min && number <= max
    ? null
    : `${what}: a whole number, ${formatNumber(min)} to ${formatNumber(max)}.`;
}

/** What is unclear about a number, or that there is none. */
function numberError(what: string, reading: Reading): string | null {
  if ('problem' in reading) return `${what}: ${reading.problem}`;
  return reading.number === null ? `${what}: a number is needed.` : null;
}

/** The checks of the form; of fields that are not in the sentence nothing is said. */
export const RULE_CHECKS = {
  name: (name) => (name.trim() ? null : 'A name is needed.'),
  conditions: (conditions) =>
    conditions
      .map(({ metric, value }) => numberError(capital(metricWord(metric)), readCompared(metric, value)))
      .find((problem) => problem !== null) ?? null,
  days: (days, { window }) =>
    window === RuleWindow.LastDays ? wholeError('Days', days, RULE_FORM_LIMITS.window_days) : null,
  leastShows: (shows) => wholeError('Shows', shows, RULE_FORM_LIMITS.least_shows),
  leastClicks: (clicks) => wholeError('Clicks', clicks, RULE_FORM_LIMITS.least_clicks),
  value: (value, { kind }) =>
    hasValue(kind) ? numberError(isStep(kind) ? 'The step' : 'Coefficient', readNumber(value, DECIMALS_MAX)) : null,
  bound: (bound, { kind }) => (isStep(kind) ? numberError('How far it goes', readNumber(bound, DECIMALS_MAX)) : null),
  cooldown: (hours) => wholeError('Hours', hours, RULE_FORM_LIMITS.cooldown_hours),
  most: (most) => wholeError('Actions a day', most, RULE_FORM_LIMITS.actions_a_day),
  ask: (ask, { kind }) => (stops(kind) ? wholeError('Percent of the spend', ask, RULE_FORM_LIMITS.ask_percent) : null),
} satisfies Checks<RuleValues>;

/** Whether a rule says all that it has to: only then there is something to try. */
export const isWhole = (values: RuleValues): boolean =>
  Object.entries(RULE_CHECKS).every(([name, check]) => {
    if (name === 'name') return true;
    const of = check as (value: unknown, values: RuleValues) => string | null;
    return of(values[name], values) === null;
  });

/** The fields of the form by the names of the API. */
export const RULE_NAMES = {
  subject_id: 'subject',
  window_id: 'window',
  window_days: 'days',
  least_shows: 'leastShows',
  least_clicks: 'leastClicks',
  'action.kind_id': 'kind',
  'action.value': 'value',
  'action.bound': 'bound',
  cooldown_hours: 'cooldown',
  actions_a_day: 'most',
  ask_percent: 'ask',
  tells_by_mail: 'mail',
};

/** Rules, and what they did, as files for spreadsheets. */
import type { Rule, RuleAction } from '~/api/sdk';
import { RULE_ACTION_STATE_LABELS } from '~/api/words';
import { type CsvValue, csvText } from '~/lib/csv';
import { type CurrencyUnit, inUnit, plural, unitSymbol } from '~/lib/format';
import type { ListColumn } from '../list/spec';
import { actionWord, isCoefficient, sentence, subjectWord } from './rule-words';

/** What of an entry stands in a file, and under which heading. Its amounts are in the unit already: of coefficients there is none. */
export function logColumns(unit: CurrencyUnit): ListColumn<RuleAction>[] {
  const sign = unitSymbol(unit);
  const number = ({ kind_id: kind }: RuleAction, value: number | null | undefined) =>
    typeof value === 'number' && !isCoefficient(kind) ? inUnit(value, unit) : value;
  const told: readonly (readonly [label: string, value: (entry: RuleAction) => CsvValue])[] = [
    ['Time, UTC', ({ at }) => at],
    ['Rule, id', ({ rule_id: id }) => id],
    ['Rule', ({ rule_name: name }) => name],
    ['Action', ({ kind_id: kind }) => actionWord(kind)],
    ['Subject', ({ subject_name: name }) => name],
    ['Subject, id', ({ subject_id: id }) => id],
    ['Of what kind', ({ subject_kind_id: kind }) => subjectWord(kind)],
    ['Campaign', ({ campaign_name: name }) => name],
    ['Campaign, id', ({ campaign_id: id }) => id],
    ['Before', (entry) => number(entry, entry.before)],
    ['After', (entry) => number(entry, entry.after)],
    ['State', ({ state_id: state }) => RULE_ACTION_STATE_LABELS[state]],
    ['Decided, UTC', ({ decided_at: at }) => at],
    [`Spent, ${sign}`, ({ figures }) => inUnit(figures.spent, unit)],
    ['Shows', ({ figures }) => figures.shows],
    ['Clicks', ({ figures }) => figures.clicks],
    ['Leads', ({ figures }) => figures.leads],
    [`Revenue, ${sign}`, ({ figures }) => inUnit(figures.revenue, unit)],
    ['Why', ({ why }) => why],
  ];
  return told.map(([label, csv]) => ({ id: label, label, cell: () => null, csv }));
}

/** The rules, a line each. */
export const rulesFile = (rules: readonly Rule[], unit: CurrencyUnit): string =>
  csvText(
    ['Rule, id', 'Rule', 'State', 'What it says', 'Scope', 'Last action', 'Acted, 7 days'],
    rules.map((rule) => [
      rule.id,
      rule.name,
      rule.asked_count > 0 ? 'Waits for you' : rule.is_on ? 'On' : 'Off',
      sentence(rule, unit),
      rule.campaigns && rule.campaigns.length > 0 ? plural(rule.campaigns.length, 'campaign') : 'All campaigns',
      rule.last_action?.at,
      rule.acted_count,
    ]),
  );

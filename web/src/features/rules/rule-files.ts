/** Rules, and what they did, as files for spreadsheets. */
import type { QueryClient } from '@tanstack/react-query';
import { listRuleActionsOptions } from '~/api/queries';
import type { Rule, RuleAction } from '~/api/sdk';
import { RuleActionState } from '~/api/words';
import { csvText } from '~/lib/csv';
import { type CurrencyUnit, inUnit, plural, unitSymbol } from '~/lib/format';
import { ROWS_MAX } from '../list/list-file';
import { actionWord, isCoefficient, sentence, subjectWord } from './rule-words';

/** Entries of a page: the most that the call has. */
const PAGE = 500;

/** What became of an entry. */
const STATES: Readonly<Record<RuleActionState, string>> = {
  [RuleActionState.Done]: 'Done',
  [RuleActionState.Undone]: 'Undone',
  [RuleActionState.Asked]: 'Waits for you',
  [RuleActionState.Declined]: 'Declined',
};

/**
 * All entries of the log, or those of one rule, the newest first, and how many there are: more than a file holds, it may be. New ones
 * move others to the next page: each is taken once.
 */
export async function allActions(
  client: QueryClient,
  rule: number | undefined,
): Promise<{ entries: RuleAction[]; total: number }> {
  const entries = new Map<number, RuleAction>();
  let total = 0;
  for (let page = 1, last = 1; page <= last && entries.size < ROWS_MAX; page += 1) {
    const query = { page, count: PAGE, ...(rule === undefined ? {} : { rule_id: rule }) };
    const { data, pagination } = await client.fetchQuery({ ...listRuleActionsOptions({ query }), staleTime: 0 });
    for (const entry of data) entries.set(entry.id, entry);
    last = pagination.last_page;
    total = pagination.total;
  }
  return { entries: [...entries.values()].slice(0, ROWS_MAX), total };
}

/** What rules did, a line each. */
export function logFile(entries: readonly RuleAction[], unit: CurrencyUnit): string {
  const sign = unitSymbol(unit);
  return csvText(
    [
      'Time, UTC',
      'Rule, id',
      'Rule',
      'Action',
      'Subject',
      'Subject, id',
      'Of what kind',
      'Campaign',
      'Campaign, id',
      'Before',
      'After',
      'State',
      'Decided, UTC',
      `Spent, ${sign}`,
      'Shows',
      'Clicks',
      'Leads',
      `Revenue, ${sign}`,
      'Why',
    ],
    entries.map((entry) => {
      const number = (value: number | null | undefined) =>
        typeof value === 'number' && !isCoefficient(entry.kind_id) ? inUnit(value, unit) : value;
      return [
        entry.at,
        entry.rule_id,
        entry.rule_name,
        actionWord(entry.kind_id),
        entry.subject_name,
        entry.subject_id,
        subjectWord(entry.subject_kind_id),
        entry.campaign_name,
        entry.campaign_id,
        number(entry.before),
        number(entry.after),
        STATES[entry.state_id],
        entry.decided_at,
        inUnit(entry.figures.spent, unit),
        entry.figures.shows,
        entry.figures.clicks,
        entry.figures.leads,
        inUnit(entry.figures.revenue, unit),
        entry.why,
      ];
    }),
  );
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

import { useMemo } from 'react';
import { listRuleActionsOptions } from '~/api/queries';
import type { Rule, RuleAction } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { type CurrencyUnit, formatDay } from '~/lib/format';
import { given, idOf } from '~/lib/list';
import { ListPart } from '../list/list-view';
import type { ListSpec } from '../list/spec';
import { RuleEntry } from './rule-entry';
import { logColumns } from './rule-files';
import styles from './rules.module.css';

/** Between two looks, in milliseconds. */
const LOOK_MS = 15_000;

const logOf = (rules: readonly Rule[], unit: CurrencyUnit): ListSpec<RuleAction> => ({
  name: 'rule-actions',
  noun: ['entry', 'entries'],
  rowName: ({ subject_name: name }) => name,
  told: ['listRuleActions'],
  sizes: false,
  count: 20,
  paged: 'log',
  choices: ['of'],
  filters: [{ kind: 'choice', name: 'of', label: 'Rule', searchable: true, useOptions: () => rules }],
  rows: ({ state: { page, count, chosen } }) =>
    listRuleActionsOptions({ query: { page, count, ...given({ rule_id: idOf(chosen.of) }) } }),
  every: LOOK_MS,
  card: (entry) => <RuleEntry entry={entry} />,
  under: ({ at }) => formatDay(at),
  columns: logColumns(unit),
  first: {
    title: 'Nothing so far',
    text: 'What rules do and why stands here, and can be taken back, also days later.',
  },
  none: { title: 'This rule did nothing so far', text: 'Others may have.', all: 'Show what all rules did' },
});

/** What rules did and ask for, by day, each with the way back. */
export function RuleLog({ rules }: { rules: readonly Rule[] }) {
  const unit = useUnit();
  return (
    <section aria-labelledby="rules-did">
      <h2 id="rules-did" className={styles.logHead}>
        What rules did
      </h2>
      <ListPart spec={useMemo(() => logOf(rules, unit), [rules, unit])} />
    </section>
  );
}

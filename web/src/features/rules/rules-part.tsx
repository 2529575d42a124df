import { useMemo } from 'react';
import { useUnit } from '~/app/queries';
import { ListPart } from '../list/list-view';
import { sentence } from './rule-words';
import { RULES } from './rules-list';

/** The rules, each with its state and its last action; the chosen one is shown below. */
export function RulesList({ chosen, onOpen }: { chosen: number | undefined; onOpen(rule: number): void }) {
  const unit = useUnit();
  const spec = useMemo<typeof RULES>(
    () => ({
      ...RULES,
      named: {
        label: 'Rule',
        aside: () => null,
        beside: {
          isOpen: ({ id }) => id === chosen,
          open: ({ id }) => onOpen(id),
          title: (rule) => sentence(rule, unit),
        },
      },
    }),
    [chosen, onOpen, unit],
  );
  return <ListPart spec={spec} />;
}

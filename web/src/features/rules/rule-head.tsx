import { TextInput } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { deleteRuleMutation } from '~/api/queries';
import type { Rule } from '~/api/sdk';
import { RULE_FORM_LIMITS } from '~/api/words';
import { formatTime } from '~/lib/format';
import { Button } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import type { FormOf } from '../form/use-form';
import { RuleState } from './rule-state';
import type { RuleValues } from './rule-words';
import styles from './rules.module.css';

/** The name of a rule, what it is about, and the ways to delete and to leave it. */
export function RuleHead({
  rule,
  form,
  onClose,
}: {
  rule: Rule | undefined;
  form: FormOf<RuleValues>;
  onClose(): void;
}) {
  const remove = useMutation(deleteRuleMutation());
  return (
    <div className={styles.panelHead}>
      <TextInput
        className={styles.title}
        aria-label="Name of the rule"
        maxLength={RULE_FORM_LIMITS.name.max}
        {...form.field('name')}
      />
      <div className="row">
        {rule && <RuleState rule={rule} soft />}
        {rule?.on_since && <span className="s12 t2">since {formatTime(rule.on_since)}</span>}
        {rule && (
          <Button
            variant="ghost"
            size="sm"
            icon
            aria-label={`Delete rule ${rule.name}`}
            onClick={() =>
              confirm({
                title: `Delete “${rule.name}”?`,
                body: 'It acts no more. What it did stays as it is, and in the log.',
                action: 'Delete',
                run: async () => {
                  await remove.mutateAsync({ path: { id: rule.id } });
                  form.release();
                  onClose();
                },
              })
            }
          >
            <IconTrash size={14} aria-hidden />
          </Button>
        )}
        <Button variant="ghost" size="sm" icon aria-label="Close the rule" onClick={onClose}>
          <IconX size={14} aria-hidden />
        </Button>
      </div>
    </div>
  );
}

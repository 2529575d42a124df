import { TextInput } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { createRuleMutation, deleteRuleMutation, updateRuleMutation } from '~/api/queries';
import type { Rule } from '~/api/sdk';
import { RULE_FORM_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatTime } from '~/lib/format';
import { Button } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { Checkbox } from '~/ui/controls';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { Form, FormState } from '../form/parts';
import { useForm } from '../form/use-form';
import { useSend } from '../form/use-send';
import { DryRun } from './dry-run';
import { RULE_CHECKS } from './rule-checks';
import { RuleState } from './rule-state';
import { formOf, type RuleValues, valuesOf } from './rule-words';
import styles from './rules.module.css';
import { SentenceFields } from './sentence-fields';

/** The fields of the form by the names of the API. */
const RENAMED = {
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

/** A rule as a sentence that can be changed, with what it would have done. */
export function RuleEditor({
  rule,
  onClose,
  onMade,
}: {
  rule: Rule | undefined;
  onClose(): void;
  onMade(rule: Rule): void;
}) {
  const unit = useUnit();
  const create = useSend(createRuleMutation());
  const update = useSend(updateRuleMutation());
  const remove = useMutation(deleteRuleMutation());
  const [runs, setRuns] = useState(true);
  /** What has to be meant: the server says that it would stop everything. */
  const [risk, setRisk] = useState<string | null>(null);
  const [isMeant, setIsMeant] = useState(false);
  const form = useForm<RuleValues, Rule, Rule | undefined>({
    item: rule,
    read: (stored) => valuesOf(stored, unit),
    renamed: RENAMED,
    checks: RULE_CHECKS,
    send: async (values, held) => {
      const body = { rule: formOf(values, unit), confirmed: isMeant };
      return held
        ? update({ path: { id: held.id }, body: { ...body, version: held.version } })
        : create({ body: { ...body, is_on: runs } });
    },
    saved: (stored) => {
      setRisk(null);
      setIsMeant(false);
      toast(rule ? 'Rule saved' : 'Rule made', { detail: stored.name });
      if (!rule) onMade(stored);
    },
    refused: (errors) => {
      if (errors.confirmed === undefined) return false;
      setRisk(errors.confirmed);
      return true;
    },
  });
  return (
    <Form form={form} className={styles.panel} label={rule ? `Rule ${rule.name}` : 'New rule'}>
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
      <SentenceFields form={form} />
      <DryRun values={form.values} />
      <div className={styles.save}>
        <div className="stack">
          <FormState form={form} />
          {risk !== null && (
            <Note tone="warn" alert>
              It would stop everything that delivers now.{' '}
              <label className="row">
                <Checkbox checked={isMeant} onChange={(event) => setIsMeant(event.target.checked)} />
                Save it all the same
              </label>
            </Note>
          )}
          {rule ? (
            <span className="s12 t2">Saving changes nothing that was done.</span>
          ) : (
            <label className="row s13">
              <Checkbox checked={runs} onChange={(event) => setRuns(event.target.checked)} />
              Switch it on at once
            </label>
          )}
        </div>
        <div className="row">
          {rule ? (
            <Button disabled={!form.isDirty} onClick={form.discard}>
              Discard
            </Button>
          ) : (
            <Button onClick={onClose}>Cancel</Button>
          )}
          <Button variant="accent" type="submit" busy={form.busy} disabled={Boolean(rule) && !form.isDirty}>
            Save rule
          </Button>
        </div>
      </div>
    </Form>
  );
}

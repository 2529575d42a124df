import { useState } from 'react';
import { createRuleMutation, updateRuleMutation } from '~/api/queries';
import type { Rule } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { Button } from '~/ui/button';
import { Tick } from '~/ui/controls';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { Form, FormState } from '../form/parts';
import { useForm } from '../form/use-form';
import { useIsHere } from '../form/use-navigate-here';
import { useSend } from '../form/use-send';
import { DryRun } from './dry-run';
import { RULE_CHECKS, RULE_NAMES } from './rule-checks';
import { RuleHead } from './rule-head';
import { formOf, type RuleValues, valuesOf } from './rule-words';
import styles from './rules.module.css';
import { SentenceFields } from './sentence-fields';

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
  const isHere = useIsHere();
  const create = useSend(createRuleMutation());
  const update = useSend(updateRuleMutation());
  const [runs, setRuns] = useState(true);
  /** What has to be meant: the server says that it would stop everything. */
  const [risk, setRisk] = useState<string | null>(null);
  const [isMeant, setIsMeant] = useState(false);
  const form = useForm<RuleValues, Rule, Rule | undefined>({
    item: rule,
    read: (stored) => valuesOf(stored, unit),
    renamed: RULE_NAMES,
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
      if (!rule && isHere()) onMade(stored);
    },
    refused: (errors) => {
      if (errors.confirmed === undefined) return false;
      setRisk(errors.confirmed);
      return true;
    },
  });
  return (
    <Form form={form} className={styles.panel} label={rule ? `Rule ${rule.name}` : 'New rule'}>
      <RuleHead rule={rule} form={form} onClose={onClose} />
      <SentenceFields form={form} />
      <DryRun values={form.values} />
      <div className={styles.save}>
        <div className="stack">
          <FormState form={form} />
          {risk !== null && (
            <Note tone="warn" alert>
              It would stop everything that delivers now.{' '}
              <Tick className="row" checked={isMeant} onChange={setIsMeant}>
                Save it all the same
              </Tick>
            </Note>
          )}
          {rule ? (
            <span className="s12 t2">Saving changes nothing that was done.</span>
          ) : (
            <Tick checked={runs} onChange={setRuns}>
              Switch it on at once
            </Tick>
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

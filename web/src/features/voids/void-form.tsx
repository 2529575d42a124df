import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toApiError } from '~/api/problem';
import { createVoidMutation, previewVoidMutation } from '~/api/queries';
import type { VoidChoice, VoidPreview } from '~/api/sdk';
import { VOID_CHOICE_LIMITS, VOID_FORM_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatMoney, formatNumber, plural } from '~/lib/format';
import { Button } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { Segmented } from '~/ui/controls';
import { toast } from '~/ui/toast';
import { useHour } from '~/ui/use-now';
import { Form, FormState } from '../form/parts';
import { useForm } from '../form/use-form';
import { useSend } from '../form/use-send';
import { VoidFacts } from './void-facts';
import { type Names, nameIn, SourceFields } from './void-fields';
import { choiceOf, chosenText, type VoidValues, voidFields } from './void-values';
import styles from './voids.module.css';

/** Chooses clicks, tells what it would mean to take them back, and does so once that was seen. */
export function VoidForm() {
  const [seen, setSeen] = useState<{ choice: VoidChoice; preview: VoidPreview } | null>(null);
  /** Names the decision: sent again after a lost answer, it is made once. */
  const key = useRef('');
  const names = useRef<Names>(new Map());
  const [now, unit] = [useHour(), useUnit()];
  const look = useSend(previewVoidMutation());
  const take = useMutation(createVoidMutation());
  const form = useForm<VoidValues, unknown, undefined>({
    item: undefined,
    inSteps: true,
    ...voidFields(now, seen !== null),
    send: async (values) => {
      const choice = choiceOf(values, now);
      if (!choice) return null;
      if (!seen) {
        const preview = await look({ body: choice });
        key.current = crypto.randomUUID();
        setSeen({ choice, preview });
        return null;
      }
      const { clicks, cost } = seen.preview;
      confirm({
        title: `Take ${plural(clicks, 'click')} back?`,
        body: `${chosenText(values, nameIn(names.current))}${formatMoney(cost, unit)} goes back to advertisers, and what it earned is taken from webmasters. This cannot be undone.`,
        action: `Take ${formatNumber(clicks)} back`,
        run: async () => {
          const sent = take.mutateAsync({
            headers: { 'Idempotency-Key': key.current },
            body: { choice: seen.choice, reason: values.reason.trim(), clicks, cost },
          });
          await sent.catch((error) => {
            // There are other clicks by now: they are shown before anything is asked again.
            if (toApiError(error).status === 409) setSeen(null);
            throw error;
          });
          toast('Clicks are being taken back', { detail: `${plural(clicks, 'click')}, applied within seconds` });
          setSeen(null);
          form.discard();
        },
      });
      return null;
    },
    refused: () => setSeen(null),
  });
  const { values } = form;
  const count = seen?.preview.clicks ?? 0;
  const again = (some: Partial<VoidValues>) => {
    setSeen(null);
    form.patch(some);
  };
  return (
    <Form form={form} label="Take clicks back" className={styles.voidForm}>
      <Segmented<VoidValues['by']>
        label="Choose clicks"
        value={values.by}
        onChange={(by) => again({ by })}
        options={[
          { value: 'source', label: 'By source' },
          { value: 'ids', label: 'By click id' },
        ]}
      />
      {values.by === 'ids' ? (
        <Textarea
          label="Click ids"
          description={`One a line, at most ${VOID_CHOICE_LIMITS.click_ids.max}`}
          autosize
          minRows={3}
          maxRows={10}
          {...form.field('ids')}
          onChange={(event) => again({ ids: event.currentTarget.value })}
        />
      ) : (
        <SourceFields form={form} names={names.current} change={again} />
      )}
      {seen && (
        <>
          <VoidFacts {...seen} />
          {count > 0 && (
            <TextInput
              label="Reason"
              description="For the records of the network"
              maxLength={VOID_FORM_LIMITS.reason.max}
              {...form.field('reason')}
            />
          )}
        </>
      )}
      <FormState form={form} />
      <div>
        <Button variant={count > 0 ? 'bad' : 'ink'} type="submit" busy={form.busy}>
          {count > 0 ? `Take ${plural(count, 'click')} back` : seen ? 'Look again' : 'Show what that would be'}
        </Button>
      </div>
    </Form>
  );
}

import { Select, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toApiError } from '~/api/problem';
import { createVoidMutation, previewVoidMutation } from '~/api/queries';
import type { VoidChoice, VoidPreview } from '~/api/sdk';
import { VOID_CHOICE_LIMITS, VOID_FORM_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatMoney, formatNumber, plural } from '~/lib/format';
import { Button } from '~/ui/button';
import { ManyField } from '~/ui/choices';
import { confirm } from '~/ui/confirm';
import { Segmented } from '~/ui/controls';
import { FieldPair } from '~/ui/form';
import { PeriodPicker } from '~/ui/period-picker';
import { toast } from '~/ui/toast';
import { useHour } from '~/ui/use-now';
import { Form, FormState } from '../form/parts';
import { useForm } from '../form/use-form';
import { useSend } from '../form/use-send';
import styles from './admin.module.css';
import { VoidFacts } from './void-facts';
import { CHOSEN_MAX, NarrowFields, NOT_NARROWED, narrowedText, VALUES_MAX } from './void-narrow';
import { choiceOf, SOURCE_CHOICES, SOURCES, type Source, type VoidValues } from './void-values';

/** Chooses clicks, tells what it would mean to take them back, and does so once that was seen. */
export function VoidForm() {
  const [seen, setSeen] = useState<{ choice: VoidChoice; preview: VoidPreview } | null>(null);
  const [search, setSearch] = useState('');
  /** Names the decision: sent again after a lost answer, it is made once. */
  const key = useRef('');
  const narrowNames = useRef(new Map<string, string>());
  const [now, unit] = [useHour(), useUnit()];
  const look = useSend(previewVoidMutation());
  const take = useMutation(createVoidMutation());
  const form = useForm<VoidValues, unknown, undefined>({
    item: undefined,
    inSteps: true,
    read: () => ({
      by: 'source',
      ids: '',
      source: 'site',
      chosen: [],
      period: 'yesterday',
      reason: '',
      ...NOT_NARROWED,
    }),
    renamed: { click_ids: 'ids', site: 'chosen', date_from: 'chosen', date_to: 'chosen', choice: 'chosen' },
    checks: {
      ids: (_, values) => (values.by === 'source' || choiceOf(values, now) ? null : 'Paste at least one click id.'),
      chosen: (_, values) => (values.by === 'ids' || choiceOf(values, now) ? null : 'Choose at least one.'),
      reason: (reason) => (!seen || reason.trim() ? null : 'A reason is needed: it stays in the records.'),
    },
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
        body: `${values.by === 'source' ? `${label}: ${values.chosen.map((id) => names.current.get(id) ?? id).join(', ')}. ${narrowedText(values, narrowNames.current)}` : ''}${formatMoney(cost, unit)} goes back to advertisers, and what it earned is taken from webmasters. This cannot be undone.`,
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
  const again = <Name extends keyof VoidValues>(name: Name, value: VoidValues[Name]) => {
    setSeen(null);
    form.patch({ [name]: value } as Pick<VoidValues, Name>);
  };
  const [label, options] = SOURCES[values.source];
  const found = useQuery({
    ...options({ query: { count: VALUES_MAX, ...(search.trim() ? { search: search.trim() } : {}) } }),
    enabled: values.by === 'source',
  });
  // Names of what was chosen stay, whatever is searched for next.
  const names = useRef(new Map<string, string>());
  for (const { id, name } of found.data?.data ?? []) names.current.set(id, name || id);
  const known = new Map((found.data?.data ?? []).map(({ id, name }) => [id, name || id]));
  const choices = [...new Set([...values.chosen, ...known.keys()])].map((id) => ({
    value: id,
    label: names.current.get(id) ?? id,
  }));
  return (
    <Form form={form} label="Take clicks back" className={styles.voidForm}>
      <Segmented<VoidValues['by']>
        label="Choose clicks"
        value={values.by}
        onChange={(by) => again('by', by)}
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
          onChange={(event) => again('ids', event.currentTarget.value)}
        />
      ) : (
        <>
          <FieldPair>
            <Select
              label="Billed clicks of"
              data={SOURCE_CHOICES}
              allowDeselect={false}
              value={values.source}
              onChange={(source) => {
                setSeen(null);
                form.patch({ source: (source ?? 'site') as Source, chosen: [] });
              }}
            />
            <ManyField
              label={label}
              clear={`Take all ${label.toLowerCase()} out`}
              empty="Search by name"
              data={choices}
              filter={({ options: all }) => all}
              searchValue={search}
              onSearchChange={setSearch}
              maxValues={CHOSEN_MAX}
              {...form.field('chosen')}
              onChange={(chosen) => again('chosen', chosen)}
            />
          </FieldPair>
          <div className={styles.narrow}>
            <NarrowFields
              names={narrowNames.current}
              field={(kind) => ({
                ...form.field(kind),
                value: values[kind],
                onChange: (chosen) => again(kind, chosen),
              })}
            />
          </div>
          <div className="row wrap">
            <span className="s12 t2">Clicks of</span>
            <PeriodPicker value={values.period} onChange={(period) => again('period', period)} />
          </div>
        </>
      )}
      {seen && (
        <>
          <VoidFacts {...seen} />
          {seen.preview.clicks > 0 && (
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
        {seen && seen.preview.clicks > 0 ? (
          <Button variant="bad" type="submit" busy={form.busy}>
            Take {plural(seen.preview.clicks, 'click')} back
          </Button>
        ) : (
          <Button variant="ink" type="submit" busy={form.busy}>
            {seen ? 'Look again' : 'Show what that would be'}
          </Button>
        )}
      </div>
    </Form>
  );
}

import { PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { SITE_METRIC_LIMITS } from '~/api/words';
import { Button } from '~/ui/button';
import { FieldError, FieldPair, FormSection } from '~/ui/form';
import type { FormOf } from '../form/use-form';
import styles from './site-form.module.css';
import { COUNTERS, emptyMetric, METRICS_MAX, type SiteValues } from './site-values';

/** The part of a site's form with its counters. */
export function SiteCounters({ form: { values, errors, field, keyOf, insert, remove } }: { form: FormOf<SiteValues> }) {
  const add = () => insert('metrics', emptyMetric());
  const count = values.metrics.length;
  return (
    <FormSection
      id="metrics"
      title="Counters"
      hint="How a moderator can see the site’s traffic. Access data is kept encrypted; only you and moderators read it."
      actions={
        count > 0 &&
        count < METRICS_MAX && (
          <Button size="tool" onClick={add}>
            <IconPlus size={16} aria-hidden />
            Another counter
          </Button>
        )
      }
    >
      {count === 0 && (
        <Button className={styles.first ?? ''} onClick={add}>
          <IconPlus size={16} aria-hidden />
          Add a counter
        </Button>
      )}
      <FieldError text={errors.metrics} />
      {values.metrics.map((_, index) => (
        <fieldset key={keyOf(`metrics.${index}`)} className={styles.metric}>
          <legend className="vh">Counter {index + 1}</legend>
          <FieldPair>
            <Select label="Counter" data={COUNTERS} {...field(`metrics.${index}.statistics_metrics`)} />
            <TextInput
              label="Its address"
              placeholder="https://analytics.google.com/…"
              inputMode="url"
              {...field(`metrics.${index}.url`)}
            />
            <PasswordInput
              label="Password or key for reading"
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
              {...field(`metrics.${index}.password`)}
            />
            <Textarea
              label="Comment"
              autosize
              minRows={1}
              maxLength={SITE_METRIC_LIMITS.comment.max}
              {...field(`metrics.${index}.comment`)}
            />
          </FieldPair>
          <Button size="sm" variant="ghost" className={styles.remove ?? ''} onClick={() => remove('metrics', index)}>
            <IconX size={14} aria-hidden />
            Remove counter {index + 1}
          </Button>
        </fieldset>
      ))}
    </FormSection>
  );
}

import { MultiSelect, NumberInput, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PUSH_CAP_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { AmountField } from '~/ui/amount-field';
import { ManyField } from '~/ui/choice-fields';
import { choicesOf } from '~/ui/choices';
import { Segmented, Switch } from '~/ui/controls';
import { FieldPair } from '~/ui/form';
import type { Noun } from '../../list/spec';
import { GeoTree } from '../../targeting/geo-tree';
import { HoursGrid } from '../../targeting/hours-grid';
import { LANGUAGE_CHOICES } from '../../targeting/languages';
import { categoriesQuery } from '../../targeting/lists';
import { AddressRanges, Devices, Keywords, NetworkField } from '../../targeting/targeting-fields';
import { LIMIT_DECIMALS, MARKS_MAX, PACINGS } from '../campaign-values';
import styles from './bulk.module.css';
import { AGE_DAYS_MAX, type BulkValues, PART_LABELS, type Part, type Problems } from './bulk-values';

/** What a field of numbers holds; nothing while it is none. */
const wholeOf = (typed: number | string): number | '' =>
  typed === '' || Number.isNaN(Number(typed)) ? '' : Number(typed);

/** Days since somebody subscribed. */
function Days({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: number | '';
  error: string | undefined;
  onChange(days: number | ''): void;
}) {
  return (
    <NumberInput
      label={label}
      placeholder="Any"
      min={0}
      max={AGE_DAYS_MAX}
      allowDecimal={false}
      value={value}
      error={error}
      onChange={(days) => onChange(wholeOf(days))}
    />
  );
}

/** What is chosen of a part. */
export function PartFields({
  part,
  noun,
  values,
  problems,
  onChange,
}: {
  part: Part;
  noun: Noun;
  values: BulkValues;
  problems: Problems;
  onChange(some: Partial<BulkValues>): void;
}) {
  const unit = useUnit();
  const categories = choicesOf(useQuery({ ...categoriesQuery, enabled: part === 'categories' }).data);
  const { targeting } = values;
  const target = (some: Partial<typeof targeting>) => onChange({ targeting: { ...targeting, ...some } });
  if (part === 'daily' || part === 'total') {
    return (
      <AmountField
        label={PART_LABELS[part]}
        placeholder="No limit"
        unit={unit}
        step={10}
        decimals={LIMIT_DECIMALS}
        value={values[part]}
        error={problems[part]}
        onChange={(amount) => onChange({ [part]: amount })}
      />
    );
  }
  if (part === 'pacing') {
    return (
      <Segmented label="Pacing" options={PACINGS} value={values.pacing} onChange={(pacing) => onChange({ pacing })} />
    );
  }
  if (part === 'marks') {
    return (
      <TagsInput
        label="Labels"
        description={`They replace the labels that the ${noun[1]} have.`}
        maxTags={MARKS_MAX}
        value={values.marks}
        onChange={(marks) => onChange({ marks })}
      />
    );
  }
  if (part === 'autostart') {
    return (
      <Switch
        plain
        label="Start ads by themselves once they are approved"
        checked={values.autostart}
        onChange={(event) => onChange({ autostart: event.currentTarget.checked })}
      />
    );
  }
  if (part === 'age') {
    return (
      <FieldPair>
        <Days
          label="Subscribed at least, days ago"
          value={values.age_from}
          error={problems.age_from}
          onChange={(age_from) => onChange({ age_from })}
        />
        <Days
          label="Subscribed at most, days ago"
          value={values.age_to}
          error={problems.age_to}
          onChange={(age_to) => onChange({ age_to })}
        />
      </FieldPair>
    );
  }
  if (part === 'cap') {
    return (
      <FieldPair>
        <NumberInput
          label={PART_LABELS.cap}
          placeholder="No limit"
          min={1}
          max={PUSH_CAP_LIMITS.shows.max}
          allowDecimal={false}
          value={values.capShows}
          onChange={(shows) => onChange({ capShows: wholeOf(shows) })}
        />
        <NumberInput
          label="In so many hours"
          min={1}
          max={PUSH_CAP_LIMITS.hours.max}
          allowDecimal={false}
          value={values.capHours}
          error={problems.capHours}
          onChange={(hours) => onChange({ capHours: wholeOf(hours) })}
        />
      </FieldPair>
    );
  }
  return (
    <section className={styles.part} aria-labelledby={`bulk-${part}`}>
      <h3 id={`bulk-${part}`}>{PART_LABELS[part]}</h3>
      {part === 'hours' && (
        <HoursGrid labelledBy="bulk-hours" value={targeting.hours} onChange={(hours) => target({ hours })} />
      )}
      {part === 'places' && (
        <GeoTree label="Places" value={targeting.places} onChange={(places) => target({ places })} />
      )}
      {part === 'networks' && <NetworkField value={targeting.isps} onChange={(isps) => target({ isps })} />}
      {part === 'ranges' && (
        <AddressRanges value={targeting.ip_targetings} onChange={(ip_targetings) => target({ ip_targetings })} />
      )}
      {part === 'keywords' && <Keywords value={targeting} onChange={target} />}
      {part === 'categories' && (
        <ManyField
          label="Categories"
          description="What the sites are about."
          empty="All sites"
          clear="Clear the categories"
          data={categories}
          value={values.categories}
          onChange={(categories) => onChange({ categories })}
        />
      )}
      {part === 'audience' && (
        <>
          <Devices value={targeting} onChange={target} />
          <MultiSelect
            label="Languages"
            placeholder={targeting.languages.length === 0 ? 'All languages' : ''}
            searchable
            data={LANGUAGE_CHOICES}
            value={targeting.languages}
            onChange={(languages) => target({ languages })}
          />
        </>
      )}
    </section>
  );
}

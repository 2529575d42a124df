import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { VOID_CHOICE_LIMITS } from '~/api/words';
import { ManyField } from '~/ui/choice-fields';
import { FieldPair } from '~/ui/form';
import { PeriodPicker } from '~/ui/period-picker';
import type { FormOf } from '../form/use-form';
import { NARROWING_KINDS, NARROWINGS, SOURCE_CHOICES, SOURCES, type Source, type VoidValues } from './void-values';
import styles from './voids.module.css';

/** Values to choose from at once; more are found by typing. */
const VALUES_MAX = 300;

/** Names of what was chosen: they stay, whatever is searched for next. */
export type Names = Map<string, string>;

/** The name of a value; its id where it is not known. */
export const nameIn = (names: Names) => (kind: string, id: string) => names.get(`${kind} ${id}`) ?? id;

function ValuesField({
  kind,
  of: [label, options],
  names,
  ...rest
}: {
  kind: string;
  of: (typeof SOURCES)[Source] | (typeof NARROWINGS)[keyof typeof NARROWINGS];
  names: Names;
  empty: string;
  value: string[];
  error?: React.ReactNode;
  onChange(chosen: string[]): void;
}) {
  const [search, setSearch] = useState('');
  const found = useQuery(
    options({ query: { count: VALUES_MAX, ...(search.trim() ? { search: search.trim() } : {}) } }),
  );
  const ids = (found.data?.data ?? []).map(({ id, name }) => {
    names.set(`${kind} ${id}`, name || id);
    return id;
  });
  return (
    <ManyField
      label={label}
      clear={`Take all ${label.toLowerCase()} out`}
      data={[...new Set([...rest.value, ...ids])].map((id) => ({ value: id, label: nameIn(names)(kind, id) }))}
      filter={({ options: all }) => all}
      searchValue={search}
      onSearchChange={setSearch}
      maxValues={VOID_CHOICE_LIMITS.country.max}
      {...rest}
    />
  );
}

/** Of which sources, countries, networks, device types and days clicks are taken back. */
export function SourceFields({
  form,
  names,
  change,
}: {
  form: FormOf<VoidValues>;
  names: Names;
  change(some: Partial<VoidValues>): void;
}) {
  const { values, field } = form;
  return (
    <>
      <FieldPair>
        <Select
          label="Billed clicks of"
          data={SOURCE_CHOICES}
          allowDeselect={false}
          value={values.source}
          onChange={(source) => change({ source: (source ?? 'site') as Source, chosen: [] })}
        />
        <ValuesField
          kind={values.source}
          of={SOURCES[values.source]}
          names={names}
          empty="Search by name"
          {...field('chosen')}
          value={values.chosen}
          onChange={(chosen) => change({ chosen })}
        />
      </FieldPair>
      <div className={styles.narrow}>
        {NARROWING_KINDS.map((kind) => (
          <ValuesField
            key={kind}
            kind={kind}
            of={NARROWINGS[kind]}
            names={names}
            empty="All"
            {...field(kind)}
            value={values[kind]}
            onChange={(chosen) => change({ [kind]: chosen })}
          />
        ))}
      </div>
      <div className="row wrap">
        <span className="s12 t2">Clicks of</span>
        <PeriodPicker value={values.period} onChange={(period) => change({ period })} />
      </div>
    </>
  );
}

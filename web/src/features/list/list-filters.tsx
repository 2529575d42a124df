import { Select } from '@mantine/core';
import { textOf } from '~/lib/list';
import { choicesOf } from '~/ui/choices';
import { SearchInput } from '~/ui/controls';
import { FilterChip } from '~/ui/marks';
import { PeriodPicker } from '~/ui/period-picker';
import styles from './list.module.css';
import type { ListFilter } from './spec';
import type { List } from './use-list';

type Of<Kind extends ListFilter['kind']> = Extract<ListFilter, { kind: Kind }>;

function Choice({ filter, list }: { filter: Of<'choice'>; list: List }) {
  const { name, label, searchable = false, isText = false } = filter;
  const any = `Every ${label.toLowerCase()}`;
  const options = choicesOf(filter.useOptions());
  const chosen = list.state.chosen[name];
  const isOffered = chosen === undefined || options.some(({ value }) => value === String(chosen));
  return (
    <Select
      className={styles.select ?? ''}
      size="xs"
      aria-label={label}
      placeholder={any}
      clearable
      searchable={searchable}
      clearButtonProps={{ 'aria-label': any }}
      // What an address names may be none of those that are offered, or not be there yet: it narrows the list all the same.
      data={isOffered ? options : [...options, { value: String(chosen), label: String(chosen) }]}
      value={chosen === undefined ? null : String(chosen)}
      onChange={(value) => list.choose({ [name]: value ? (isText ? value : Number(value)) : undefined })}
    />
  );
}

function Chip({ filter, list }: { filter: Of<'chip' | 'id'>; list: List }) {
  const { chosen } = list.state;
  const { name, label } = filter;
  if (chosen[name] === undefined) return null;
  const names = [name, ...((filter.kind === 'chip' && filter.with) || [])];
  return (
    <FilterChip
      field={label}
      value={
        filter.kind === 'chip' && filter.text ? (
          filter.text(chosen)
        ) : filter.useName ? (
          <Named id={Number(chosen[name])} useName={filter.useName} />
        ) : (
          chosen[name]
        )
      }
      onRemove={() => list.choose(Object.fromEntries(names.map((one) => [one, undefined])))}
    />
  );
}

/** Something by its name, with its id until that is there. */
function Named({ id, useName }: { id: number; useName(id: number): string | undefined }) {
  return <>{useName(id) ?? id}</>;
}

function IdField({ filter, list }: { filter: Of<'id'>; list: List }) {
  const { name, field, placeholder } = filter;
  const typed = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : undefined);
  return (
    <SearchInput
      label={field}
      placeholder={placeholder}
      value={String(list.state.chosen[name] ?? '')}
      onChange={(text) => list.choose({ [name]: typed(text) })}
    />
  );
}

/** What narrows a list beside its tabs: fields first, then what is chosen as chips. */
export default function ListFilters({ filters, list }: { filters: readonly ListFilter[]; list: List }) {
  return (
    <>
      {filters.map((filter) => {
        if (filter.kind === 'choice') return <Choice key={filter.name} filter={filter} list={list} />;
        if (filter.kind === 'days') {
          return (
            <PeriodPicker
              key={filter.name}
              // Days of an address that are none narrow nothing.
              value={list.days ? (textOf(list.state.chosen.days) ?? null) : null}
              onChange={(days) => list.choose({ days })}
              any={{ label: filter.any, choose: () => list.choose({ days: undefined }) }}
            />
          );
        }
        return filter.kind === 'id' ? <IdField key={filter.name} filter={filter} list={list} /> : null;
      })}
      {filters.map((filter) =>
        filter.kind === 'choice' || filter.kind === 'days' ? null : (
          <Chip key={filter.name} filter={filter} list={list} />
        ),
      )}
    </>
  );
}

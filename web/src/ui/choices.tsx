import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';

/** Something to choose in a field. */
export interface Choice {
  value: string;
  label: string;
}

/** Entries of a dictionary as choices. */
export const choicesOf = (entries: readonly { id: number; name: string }[] | undefined): Choice[] =>
  (entries ?? []).map((entry) => ({ value: String(entry.id), label: entry.name }));

/** The names of what was chosen. */
export const named = (choices: readonly Choice[], ids: readonly string[]): string =>
  ids.map((id) => choices.find((choice) => choice.value === id)?.label ?? id).join(', ') || 'Nothing chosen';

/** A choice of many that is searched by typing. `empty` stands where nothing is chosen, `clear` names what takes all back. */
export function ManyField({ empty, clear, ...rest }: MultiSelectProps & { empty?: string; clear: string }) {
  return (
    <MultiSelect
      searchable
      clearable
      clearButtonProps={{ 'aria-label': clear }}
      placeholder={rest.value?.length ? undefined : empty}
      {...rest}
    />
  );
}

/** A choice of one or none. */
export function OneField({ empty, clear, ...rest }: SelectProps & { empty: string; clear: string }) {
  return <Select clearable clearButtonProps={{ 'aria-label': clear }} placeholder={empty} {...rest} />;
}

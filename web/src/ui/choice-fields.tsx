import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';
import { type Choice, openTo } from './choices';

/**
 * A choice of many that is searched by typing. `empty` stands where nothing is chosen, `clear` names what takes all back. What is
 * closed is not offered, unless `withClosed` says that it means something still.
 */
export function ManyField({
  empty,
  clear,
  data,
  withClosed,
  ...rest
}: Omit<MultiSelectProps, 'data'> & { empty?: string; clear: string; data: readonly Choice[]; withClosed?: true }) {
  return (
    <MultiSelect
      searchable
      clearable
      clearButtonProps={{ 'aria-label': clear }}
      placeholder={rest.value?.length ? undefined : empty}
      data={withClosed ? [...data] : openTo(data, rest.value ?? [])}
      {...rest}
    />
  );
}

/** A choice of one or none. */
export function OneField({
  empty,
  clear,
  data,
  ...rest
}: Omit<SelectProps, 'data'> & { empty: string; clear: string; data: readonly Choice[] }) {
  return (
    <Select
      clearable
      clearButtonProps={{ 'aria-label': clear }}
      placeholder={empty}
      data={openTo(data, typeof rest.value === 'string' ? [rest.value] : [])}
      {...rest}
    />
  );
}

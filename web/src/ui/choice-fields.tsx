import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';

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

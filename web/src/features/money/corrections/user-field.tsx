import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '~/api/problem';
import { dataOf, getUserOptions, listUsersOptions } from '~/api/queries';

/** People that are offered at once; more are found by typing. */
const OFFERED_MAX = 20;
/** Pause in typing after which it is searched, in milliseconds. */
const TYPING_MS = 250;

/** Somebody, found by mail address, name or number. */
export function UserField({ value = '', ...rest }: Omit<SelectProps, 'value'> & { value?: string }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const asked = useQuery({
    ...getUserOptions({ path: { id: Number(value) } }),
    select: dataOf,
    enabled: value !== '',
  });
  const chosen = asked.data;
  // What stands in the field once somebody is chosen is no search.
  const phrase = chosen && search === chosen.email ? '' : search.trim();
  const found = useQuery({
    ...listUsersOptions({ query: { count: OFFERED_MAX, ...(phrase ? { searchPhrase: phrase } : {}) } }),
    select: dataOf,
    placeholderData: keepPreviousData,
  });
  const people = [...(chosen ? [chosen] : []), ...(found.data ?? []).filter(({ id }) => id !== chosen?.id)];
  return (
    <Select
      searchable
      placeholder="Mail address or id"
      {...rest}
      error={rest.error ?? (asked.isError ? `User ${value} did not load: ${errorText(asked.error)}` : null)}
      value={value || null}
      data={people.map(({ id, email }) => ({ value: String(id), label: email }))}
      // The server has searched, by more than what is shown.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      nothingFoundMessage={found.isError ? 'The search failed.' : found.isPending ? 'Searching.' : 'Nobody is found.'}
    />
  );
}

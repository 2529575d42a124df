import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listCampaignsForCopyOptions } from '~/api/queries';
import { RULE_FORM_LIMITS } from '~/api/words';
import { ManyField } from '~/ui/choice-fields';
import { choicesOf } from '~/ui/choices';
import styles from './rules.module.css';

/** A pause in typing after which names are asked for, in milliseconds. */
const TYPING_MS = 250;

/** Campaigns of a rule; all of them while none is chosen. */
export function CampaignsField({
  value,
  error,
  onChange,
}: {
  value: string[];
  error?: string | undefined;
  onChange(value: string[]): void;
}) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, TYPING_MS);
  const [known, setKnown] = useState<Readonly<Record<string, string>>>({});
  const answer = useQuery({
    ...listCampaignsForCopyOptions({ query: { count: 50, search: asked } }),
    placeholderData: keepPreviousData,
  });
  const listed = choicesOf(answer.data?.data);
  const missing = value.filter((id) => !listed.some((one) => one.value === id));
  const choices = [...listed, ...missing.map((id) => ({ value: id, label: known[id] ?? `Campaign ${id}` }))];
  return (
    <ManyField
      className={styles.where}
      aria-label="Campaigns"
      empty="all campaigns"
      clear="All campaigns"
      data={choices}
      value={value}
      error={error}
      maxValues={RULE_FORM_LIMITS.campaigns.max}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      nothingFoundMessage={answer.isError ? 'The campaigns did not load.' : 'No campaign is called so'}
      onChange={(ids) => {
        setKnown({ ...known, ...Object.fromEntries(choices.map((one) => [one.value, one.label])) });
        onChange(ids);
      }}
    />
  );
}

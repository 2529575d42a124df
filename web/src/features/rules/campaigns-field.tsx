import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listCampaignsForCopyOptions } from '~/api/queries';
import { RULE_FORM_LIMITS } from '~/api/words';
import { type Choice, ManyField } from '~/ui/choices';
import styles from './rules.module.css';

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
  const [known, setKnown] = useState<Readonly<Record<string, string>>>({});
  const answer = useQuery({
    ...listCampaignsForCopyOptions({ query: { count: 50, search } }),
    placeholderData: keepPreviousData,
  });
  const listed: Choice[] = (answer.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
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
      nothingFoundMessage="No campaign is called so"
      onChange={(ids) => {
        setKnown({ ...known, ...Object.fromEntries(choices.map((one) => [one.value, one.label])) });
        onChange(ids);
      }}
    />
  );
}

import { TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dataOf, listAllCurrenciesOptions, updateCurrencyMutation } from '~/api/queries';
import type { AdminCurrency, ListAllCurrenciesResponse } from '~/api/sdk';
import { Note } from '~/ui/note';
import { toast } from '~/ui/toast';
import { useHour } from '~/ui/use-now';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import { ListPart } from '../list/list-view';
import { locally } from '../list/locally';
import type { ListSpec } from '../list/spec';
import { exact } from './amounts';
import { readDecimal } from './decimal';

/** The dollar, whose rate is one. */
const DOLLAR_ID = 1;
/** Decimals of a rate. */
const DECIMALS = 9;

/** A rate that was set longer ago than this, in days, has hardly stayed what it is. */
const OLD_DAYS = 30;
const DAY_MS = 86_400_000;

/** Names the currencies whose rates nobody has looked at for long. What costs a dollar sharp does so all the time. */
function OldRates({ currencies }: { currencies: readonly AdminCurrency[] }) {
  const now = useHour();
  const old = currencies.filter(
    ({ id, currency_rate: rate, rate_set_at: set }) =>
      id !== DOLLAR_ID && rate !== 1 && now - Date.parse(set) > OLD_DAYS * DAY_MS,
  );
  if (old.length === 0) return null;
  return (
    <Note tone="warn">
      Set more than {OLD_DAYS} days ago: {old.map(({ code }) => code).join(', ')}. Amounts are shown, and payouts
      reckoned, by these rates.
    </Note>
  );
}

// Digits in groups are read by nobody but people.
const plain = (rate: number) => exact(rate).replace(/\s/g, '');

const LIST: ListSpec<AdminCurrency> = {
  name: 'currencies',
  noun: ['currency', 'currencies'],
  rowName: ({ code }) => code,
  told: ['listAllCurrencies'],
  rows: (list) => ({
    ...listAllCurrenciesOptions(),
    select: ({ data }: ListAllCurrenciesResponse) =>
      locally(data, list, { words: ({ code, name }) => `${code} ${name}`, statusOf: () => '' }),
  }),
  search: { label: 'Search currencies', placeholder: 'Code or name' },
  sizes: false,
  named: { id: 'code', label: 'Currency', aside: ({ name }) => name },
  columns: [
    {
      id: 'rate',
      label: 'Dollars for one',
      align: 'right',
      cell: ({ currency_rate: rate }) => exact(rate),
      csv: ({ currency_rate: rate }) => exact(rate),
    },
    { id: 'set', label: 'Set', ago: ({ rate_set_at }) => rate_set_at },
    { id: 'by', label: 'By', text: ({ rate_set_by }) => rate_set_by?.email },
  ],
  first: { title: 'There is no currency', text: 'Currencies come with the program.' },
  none: { text: 'No currency has this code or name.' },
};

/** What a unit of a currency costs. Payouts that were asked for keep their rate. */
function RateForm({ currency, onClose }: { currency: AdminCurrency; onClose(): void }) {
  const update = useMutation(updateCurrencyMutation());
  const form = useForm<{ rate: string }, AdminCurrency, AdminCurrency>({
    item: currency,
    read: ({ currency_rate: rate }) => ({ rate: plain(rate) }),
    renamed: { currency_rate: 'rate' },
    checks: {
      rate: (rate) =>
        (readDecimal(rate, DECIMALS) ?? 0) > 0 ? null : `A number above zero with at most ${DECIMALS} decimals.`,
    },
    send: async ({ rate }, { id, version }) => {
      const body = { currency_rate: readDecimal(rate, DECIMALS) ?? 0, version };
      return (await update.mutateAsync({ path: { id }, body })).data;
    },
    saved: ({ code }) => {
      toast('Rate saved', { detail: code });
      onClose();
    },
  });
  const label = `Rate of ${currency.code}`;
  return (
    <FormPanel
      form={form}
      label={label}
      heading={label}
      submit="Save"
      onCancel={onClose}
      before={
        <TextInput
          label={`Dollars for one ${currency.code}`}
          description="Payouts that were asked for keep the rate of their day."
          inputMode="decimal"
          autoFocus
          {...form.field('rate')}
        />
      }
    />
  );
}

/** Rates by which amounts are shown and paid in other currencies. */
export function Currencies() {
  const [edited, setEdited] = useState<number | null>(null);
  // As it is now: a copy of the row would stay what it was when it is changed elsewhere.
  const all = useQuery({ ...listAllCurrenciesOptions(), select: dataOf }).data;
  const currency = all?.find(({ id }) => id === edited);
  const spec = useMemo<ListSpec<AdminCurrency>>(
    () => ({
      ...LIST,
      actions: [
        {
          label: 'Change the rate',
          icon: IconPencil,
          only: 'row',
          when: ({ id }) => id !== DOLLAR_ID,
          open: ([row]) => setEdited(row?.id ?? null),
        },
      ],
    }),
    [],
  );
  return (
    <>
      <OldRates currencies={all ?? []} />
      {currency && <RateForm key={currency.id} currency={currency} onClose={() => setEdited(null)} />}
      <ListPart spec={spec} />
    </>
  );
}

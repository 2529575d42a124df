import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dataOf, listAllCurrenciesOptions } from '~/api/queries';
import type { AdminCurrency, ListAllCurrenciesResponse } from '~/api/sdk';
import { ListPart } from '../list/list-view';
import { locally } from '../list/locally';
import type { ListSpec } from '../list/spec';
import { exact, plain } from './amounts';
import { DOLLAR_ID, OldRates } from './old-rates';
import { RateForm } from './rate-form';

/** The list of currencies. */
export const CURRENCIES: ListSpec<AdminCurrency> = {
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
      // A rate has more decimals than a number of a file.
      csv: ({ currency_rate: rate }) => plain(rate),
    },
    { id: 'set', label: 'Set', ago: ({ rate_set_at }) => rate_set_at },
    { id: 'by', label: 'By', text: ({ rate_set_by }) => rate_set_by?.email },
  ],
  first: { title: 'There is no currency', text: 'Currencies come with the program.' },
  none: { text: 'No currency has this code or name.' },
};

/** Rates by which amounts are shown and paid in other currencies. */
export function Currencies() {
  const [edited, setEdited] = useState<number | null>(null);
  // As it is now: a copy of the row would stay what it was when it is changed elsewhere.
  const all = useQuery({ ...listAllCurrenciesOptions(), select: dataOf }).data;
  const currency = all?.find(({ id }) => id === edited);
  const spec = useMemo<ListSpec<AdminCurrency>>(
    () => ({
      ...CURRENCIES,
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

import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dataOf, listAllCurrenciesOptions } from '~/api/queries';
import type { AdminCurrency } from '~/api/sdk';
import { DOLLAR_ID } from '~/lib/format';
import { ListWithForm } from '../../list/list-with-form';
import { allOf } from '../../list/locally';
import type { ListSpec } from '../../list/spec';
import { exact, plain } from '../amounts';
import { OldRates } from './old-rates';
import { RateForm } from './rate-form';

/** The list of currencies. */
export const CURRENCIES: ListSpec<AdminCurrency> = {
  name: 'currencies',
  noun: ['currency', 'currencies'],
  rowName: ({ code }) => code,
  told: ['listAllCurrencies'],
  rows: allOf(listAllCurrenciesOptions, { words: ({ code, name }) => `${code} ${name}` }),
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
  actions: [{ label: 'Change the rate', icon: IconPencil, when: ({ id }) => id !== DOLLAR_ID, form: 'rate' }],
  first: { title: 'There is no currency', text: 'Currencies come with the program.' },
  none: { text: 'No currency has this code or name.' },
};

/** Rates by which amounts are shown and paid in other currencies. */
export const Currencies = () => (
  <>
    <OldRates currencies={useQuery({ ...listAllCurrenciesOptions(), select: dataOf }).data ?? []} />
    <ListWithForm spec={CURRENCIES} isPart>
      {({ row, close }) => row && <RateForm currency={row} onClose={close} />}
    </ListWithForm>
  </>
);

import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, getConvertedAmountOptions, listCurrenciesOptions } from '~/api/queries';
import { DOLLAR_ID, formatNumber, formatTime } from '~/lib/format';
import { choicesOf } from '~/ui/choices';
import styles from '../top-up.module.css';

/** Decimals of what is converted. */
const DECIMALS = 2;
/** A coin that stands for the dollar, by its code: what is converted until another is chosen. */
const STABLE = /^USD./;
/** Pause in typing after which an amount is converted, in milliseconds. */
const TYPING_MS = 300;

/** The amount in another currency while it is typed, by the stored rate. */
export function Converted({ dollars }: { dollars: number }) {
  const [currency, setCurrency] = useState<string | null>(null);
  const [amount] = useDebouncedValue(dollars, TYPING_MS);
  const others = useQuery({ ...listCurrenciesOptions(), select: dataOf }).data?.filter(({ id }) => id !== DOLLAR_ID);
  const chosen =
    others?.find(({ id }) => String(id) === currency) ?? others?.find(({ code }) => STABLE.test(code)) ?? others?.[0];
  const answer = useQuery({
    ...getConvertedAmountOptions({ query: { from: DOLLAR_ID, to: chosen?.id ?? DOLLAR_ID, amount } }),
    select: dataOf,
    enabled: chosen !== undefined && amount > 0,
    placeholderData: keepPreviousData,
  });
  if (!others || !chosen) return null;
  const shown = amount > 0 ? answer.data?.converted_amount : undefined;
  return (
    <div className={styles.converted}>
      <Select
        label="The same in"
        data={choicesOf(others.map(({ id, code, name }) => ({ id, name: code === name ? code : `${code}, ${name}` })))}
        value={String(chosen.id)}
        allowDeselect={false}
        onChange={setCurrency}
      />
      <p role="status" className={styles.live}>
        <b className="num">{shown === undefined ? '–' : `${formatNumber(shown, DECIMALS)} ${chosen.code}`}</b>
        <span className="s12 t3">
          {answer.isError ? 'It could not be converted.' : `Rate of ${formatTime(chosen.rate_set_at)} UTC`}
        </span>
      </p>
    </div>
  );
}

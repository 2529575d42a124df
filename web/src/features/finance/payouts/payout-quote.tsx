import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { errorText, toApiError } from '~/api/problem';
import { dataOf, getPayoutQuoteOptions } from '~/api/queries';
import { GET_PAYOUT_QUOTE_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import type { Amount } from '~/lib/amount';
import { formatMoney, formatNumber } from '~/lib/format';
import { FactList } from '~/ui/form';
import { Note } from '~/ui/note';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { currenciesQuery } from '../api';

/** Decimals of what arrives. */
const DECIMALS = 2;
/** Typing has come to rest after this, in milliseconds: the server is asked for the fee. */
const REST_MS = 300;
/** The least that the server quotes, in dollars. */
const QUOTED_MIN = GET_PAYOUT_QUOTE_LIMITS.amount.min;

/** What was asked, and the fee that was shown for it; none where the server says itself why it refuses. */
export interface Told {
  of: string;
  fee: number | undefined;
}

/** The fee and what arrives, as the server counts them; or why it would refuse. */
export function Quote({
  amount,
  bounds,
  wallet,
  said,
  onTold,
}: {
  amount: Amount;
  /** What can be paid out, in dollars: of another amount its field says what is wrong. */
  bounds: { min: number; max: number };
  wallet: number;
  /** What stands beside the fields already: it is not said twice. */
  said: string;
  onTold(told: Told | null): void;
}) {
  const unit = useUnit();
  const [asked] = useDebouncedValue(amount, REST_MS);
  const isAsked = typeof asked === 'number' && asked >= bounds.min && asked <= bounds.max && wallet > 0;
  const quote = useQuery({
    ...getPayoutQuoteOptions({ query: { amount: isAsked ? asked : QUOTED_MIN, wallet_id: wallet } }),
    select: dataOf,
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const currencies = useQuery(currenciesQuery);
  // The fee of another amount would be read as that of this one.
  const told = isAsked && asked === amount && !quote.isPlaceholderData ? quote.data : undefined;
  // The server says itself why it refuses what it would not quote; an answer that got lost is no refusal.
  const isRefused = quote.isError && toApiError(quote.error).status === 422;
  const isKnown = told !== undefined || (asked === amount && (isRefused || !isAsked));
  const fee = told?.fee;
  useEffect(() => {
    onTold(isKnown ? { of: JSON.stringify({ amount: Number(amount), wallet_id: wallet }), fee } : null);
  }, [isKnown, amount, wallet, fee, onTold]);
  if (!isAsked) return null;
  if (quote.isError && !isRefused) return <ErrorPanel title="The fee did not load" of={quote} />;
  if (quote.isError) {
    const text = errorText(quote.error);
    return said === text ? null : <Note tone="warn">{text}</Note>;
  }
  const code = currencies.data?.find(({ id }) => id === told?.payable_currency_id)?.code ?? '';
  return (
    <div aria-live="polite">
      <FactList
        facts={[
          ['Fee', told ? formatMoney(told.fee, unit) : <Skeleton key="fee" width={60} />],
          [
            'What arrives',
            told ? `${formatNumber(told.payable, DECIMALS)} ${code}` : <Skeleton key="sent" width={80} />,
          ],
        ]}
      />
    </div>
  );
}

import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError, errorText, isLost, toApiError } from '~/api/problem';
import { createPayoutMutation, dataOf, getPayoutQuoteOptions, listPayoutsOptions } from '~/api/queries';
import type { PayoutRemain, Wallet } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { type Amount, amountProblem } from '~/lib/amount';
import { formatDate, formatMoney, formatNumber } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Button } from '~/ui/button';
import { FactList } from '~/ui/form';
import { Note } from '~/ui/note';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { toast } from '~/ui/toast';
import { secondFactorQuery } from '../account/api';
import { NO_PROOF, ProofFields, useProof } from '../account/proof';
import { OwnerOnly, useIsActing } from '../account/section';
import { FormPanel } from '../form/parts';
import { useForm } from '../form/use-form';
import { currenciesQuery, pendingDaysQuery, remainQuery, walletsQuery, webmasterBalanceQuery } from './api';
import styles from './finance.module.css';
import { dayWith } from './forecast';
import { shortAddress, WalletMark } from './wallet-mark';

/** Decimals of a payout, in dollars. */
const DECIMALS = 2;
/** Typing has come to rest after this, in milliseconds: the server is asked for the fee. */
const REST_MS = 300;
/** The server quotes no less, in dollars. */
const QUOTED_MIN = 1;

/** How far it is to a payout; the one that is open; the form for the next. */
export function PayoutRequest() {
  const remain = useQuery(remainQuery);
  const wallets = useQuery(walletsQuery);
  const failed = remain.isError && !remain.data ? remain : wallets.isError && !wallets.data ? wallets : null;
  if (failed) {
    return (
      <ErrorPanel
        title="What is missing to a payout did not load"
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (!remain.data || !wallets.data) return <Skeleton width={220} height={36} />;
  return <Asked remain={remain.data} wallets={wallets.data.wallets} waiting={wallets.data.unapproved_wallets.length} />;
}

function Asked({ remain, wallets, waiting }: { remain: PayoutRemain; wallets: Wallet[]; waiting: number }) {
  const unit = useUnit();
  const isActing = useIsActing();
  const [isOpen, setOpen] = useState(false);
  const money = (amount: number) => formatMoney(amount, unit);
  const usable = wallets.filter((wallet) => wallet.is_usable);
  if (remain.open_payout_id) return <OpenPayout />;
  if (isActing) return <OwnerOnly what="what is paid out" />;
  if (isOpen && usable.length > 0) {
    return <PayoutForm remain={remain} wallets={usable} onClose={() => setOpen(false)} />;
  }
  const share = remain.minimum_payout > 0 ? Math.min(1, Math.max(0, remain.balance / remain.minimum_payout)) : 1;
  return (
    <div className={styles.way}>
      {remain.remain > 0 && <progress value={share} max={1} aria-label="Way to the least payout" />}
      <p className="s13 t2">
        {remain.remain > 0
          ? `${money(remain.remain)} to the least payout, ${money(remain.minimum_payout)}.`
          : `Enough for a payout, from ${money(remain.minimum_payout)} on.`}
      </p>
      {remain.remain > 0 && <Passed remain={remain} />}
      {usable.length === 0 ? (
        <p className="s13">
          {wallets.length + waiting > 0
            ? 'None of your wallets can be paid to yet: '
            : 'There is no wallet to pay to yet: '}
          <Link to="/webmaster/finance/wallets" className="link">
            {wallets.length + waiting > 0 ? 'see why' : 'add one'}
          </Link>
          .
        </p>
      ) : (
        <div>
          <Button variant="accent" disabled={remain.remain > 0} onClick={() => setOpen(true)}>
            Request a payout
          </Button>
        </div>
      )}
    </div>
  );
}

/** When the least payout is passed. Nothing where it cannot be told: not yet earned, or some of it will be held back. */
function Passed({ remain }: { remain: PayoutRemain }) {
  const balance = useQuery(webmasterBalanceQuery).data;
  const pending = useQuery(pendingDaysQuery).data;
  const day =
    balance?.held_sites.length === 0 && pending ? dayWith(remain.minimum_payout, remain.balance, pending) : null;
  if (day === null) return null;
  return <p className="s13 t2">With what is on its way you pass it on {formatDate(day)}.</p>;
}

/** The payout that is on its way: the newest one, since no other can be asked for meanwhile. */
function OpenPayout() {
  const unit = useUnit();
  const { data } = useQuery({ ...listPayoutsOptions({ query: { page: 1, count: 1 } }), select: dataOf });
  const payout = data?.[0];
  if (!payout) return <Skeleton width={260} height={36} />;
  return (
    <Note tone="info">
      <b className="b">
        Payout {payout.id}, {formatMoney(payout.amount, unit)}: {payout.status.toLowerCase()}.
      </b>{' '}
      It goes to <WalletMark wallet={payout.wallet} />. Another one can be asked for when it is closed.{' '}
      <Link to="/webmaster/finance/payments" className="link">
        To the payments
      </Link>
    </Note>
  );
}

/** What is asked for: the fee is told of exactly this. */
const askedOf = ({ amount, wallet_id }: { amount: Amount; wallet_id: string }) => ({
  amount: Number(amount),
  wallet_id: Number(wallet_id),
});

/** What was asked, and the fee that was shown for it; none where the server says itself why it refuses. */
interface Told {
  of: string;
  fee: number | undefined;
}

/** The server takes no other fee than the one that was shown. */
const feeOf = ({ fee }: Told) => (fee === undefined ? {} : { fee });

function PayoutForm({ remain, wallets, onClose }: { remain: PayoutRemain; wallets: Wallet[]; onClose(): void }) {
  const unit = useUnit();
  const client = useQueryClient();
  const factor = useQuery(secondFactorQuery);
  const proof = useProof(factor.data?.is_on ?? false);
  const create = useMutation(createPayoutMutation());
  // What got no answer is asked for again under the same name, so that it is not paid twice.
  const key = useRef({ of: '', name: '' });
  // Nobody asks for a payout at a fee that they have not seen.
  const [told, setTold] = useState<Told | null>(null);
  const form = useForm({
    item: undefined,
    read: () => ({
      // Whole cents: parts of one cannot be paid.
      amount: (Math.floor(remain.balance * 100 + 1e-6) / 100) as Amount,
      wallet_id: String((wallets.find((wallet) => wallet.is_primary) ?? wallets[0])?.id ?? ''),
      ...NO_PROOF,
    }),
    checks: {
      amount: (amount) => (amount === '' ? 'Say how much.' : amountProblem(amount, unit, DECIMALS)),
      wallet_id: (wallet) => (wallet ? null : 'Choose where to.'),
      ...proof.checks,
    },
    isGuarded: false,
    refused: proof.refused,
    send: async (values) => {
      const asked = askedOf(values);
      const of = JSON.stringify(asked);
      if (told?.of !== of) {
        throw new ApiError({ status: 422, detail: 'The fee was still being counted. Look at it, then request again.' });
      }
      if (key.current.of !== of) key.current = { of, name: crypto.randomUUID() };
      try {
        const headers = { 'Idempotency-Key': key.current.name };
        return (await create.mutateAsync({ headers, body: { ...asked, ...feeOf(told), ...proof.of(values) } })).data;
      } catch (thrown) {
        if (!isLost(thrown)) key.current.of = '';
        // It may be refused for a fee that changed meanwhile: that one is shown next.
        void client.invalidateQueries({ queryKey: getPayoutQuoteOptions({ query: asked }).queryKey });
        throw thrown;
      }
    },
    saved: (payout) => {
      toast('Payout requested', { detail: `${formatMoney(payout.amount, unit)} is set aside for it.` });
      onClose();
    },
  });
  const { values, field } = form;
  return (
    <FormPanel
      form={form}
      label="Request a payout"
      heading="Request a payout"
      submit="Request"
      variant="accent"
      waits={told?.of !== JSON.stringify(askedOf(values))}
      onCancel={onClose}
    >
      <AmountField
        label="Amount"
        description={`From ${formatMoney(remain.minimum_payout, unit)} to ${formatMoney(remain.balance, unit)}`}
        unit={unit}
        decimals={DECIMALS}
        autoFocus
        {...field('amount')}
      />
      <Select
        label="To"
        allowDeselect={false}
        data={wallets.map((wallet) => ({
          value: String(wallet.id),
          label: `${wallet.payment_type.name} ${shortAddress(wallet.number)}${wallet.is_primary ? ', primary' : ''}`,
        }))}
        {...field('wallet_id')}
      />
      <Quote
        amount={values.amount}
        wallet={Number(values.wallet_id)}
        said={[form.errors.amount, form.errors.wallet_id].filter(Boolean).join(' ')}
        onTold={setTold}
      />
      <ProofFields form={form} asksOtp={proof.asksOtp} />
      <p className="s12 t2">It is set aside at once. You can cancel it until it is approved.</p>
    </FormPanel>
  );
}

/** The fee and what arrives, as the server counts them; or why it would refuse. */
function Quote({
  amount,
  wallet,
  said,
  onTold,
}: {
  amount: Amount;
  wallet: number;
  /** What stands beside the fields already: it is not said twice. */
  said: string;
  onTold(told: Told | null): void;
}) {
  const unit = useUnit();
  const [asked] = useDebouncedValue(amount, REST_MS);
  const isAsked = typeof asked === 'number' && asked >= QUOTED_MIN && wallet > 0;
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
  if (quote.isError && !isRefused) {
    return <ErrorPanel title="The fee did not load" error={quote.error} onRetry={() => void quote.refetch()} />;
  }
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

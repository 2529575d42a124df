import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import {
  dataOf,
  getConvertedAmountOptions,
  getPaymentUrlOptions,
  listCurrenciesOptions,
  listPaymentSystemsOptions,
  listPaymentTypesOptions,
} from '~/api/queries';
import type { AdvertiserBalance, PaymentUrl } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import type { Amount } from '~/lib/amount';
import { amountProblem, boundsProblem } from '~/lib/amount';
import { type CurrencyUnit, formatMoney, formatNumber, formatTime } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Button } from '~/ui/button';
import { choicesOf } from '~/ui/choices';
import { Checkbox } from '~/ui/controls';
import { FactList, FieldError, SummaryBox } from '~/ui/form';
import { Note } from '~/ui/note';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import { useIsActing } from '../account/section';
import { Form, FormState } from '../form/parts';
import { useForm } from '../form/use-form';
import { lasting } from './forecast';
import { PromoField, usePromoOffer } from './promo-field';
import styles from './top-up.module.css';

/** Amounts to choose at once, in dollars. */
const QUICK = [100, 500, 1_000, 2_500, 5_000] as const;
/** Decimals of an amount, in dollars. */
const DECIMALS = 2;
const DOLLAR_ID = 1;
/** Pause in typing after which an amount is converted, in milliseconds. */
const TYPING_MS = 300;
/** The payment system that is a bank transfer: its page is the own one. */
const INVOICE_ID = 1;
/** The demonstration's payment system. */
const SANDBOX_ID = 7;

/** The place to which "Top up" leads, wherever it stands. */
export const TOP_UP = 'top-up';

/** A way to pay in. */
interface Way {
  key: string;
  system: number;
  type: number | undefined;
  name: string;
  time: string;
  /** What it costs beside the amount; empty: nothing. */
  fee: string;
  /** The least and the highest amount, in dollars; none where it is not told. */
  bounds: { min: number; max: number } | null;
  /** It can keep what is paid with. */
  canKeep: boolean;
}

/** The ways in which money comes in here: the types of each payment system, or the system itself where it has none. */
function useWays() {
  const systems = useQuery({ ...listPaymentSystemsOptions({ query: { purpose: 'top_up' } }), select: dataOf });
  const types = useQuery({ ...listPaymentTypesOptions(), select: dataOf });
  const failed = [systems, types].find((answer) => answer.isError && !answer.data);
  const ways =
    systems.data && types.data
      ? systems.data.flatMap((system): Way[] => {
          const canKeep = system.can_keep_method;
          const { least_top_up: min, most_top_up: max } = system;
          const bounds = typeof min === 'number' && typeof max === 'number' ? { min, max } : null;
          const own = types.data.filter((type) => type.payment_system_id === system.id);
          if (own.length === 0) {
            const key = String(system.id);
            return [{ key, system: system.id, type: undefined, name: system.name, time: '', fee: '', bounds, canKeep }];
          }
          return own.map((type) => ({
            key: `${system.id}-${type.id}`,
            system: system.id,
            type: type.id,
            name: own.length > 1 ? `${system.name}, ${type.name}` : system.name,
            time: type.usual_time,
            fee: type.fee_note,
            bounds,
            canKeep,
          }));
        })
      : undefined;
  const retry = () => void Promise.all([systems.refetch(), types.refetch()]);
  return { ways, error: failed?.error, retry };
}

/** What can be paid in a way. */
function boundsText(way: Way | undefined, unit: CurrencyUnit): string {
  if (!way?.bounds) return 'At most 2 decimals.';
  const { min, max } = way.bounds;
  return `By ${way.name}: ${formatMoney(min, unit)} to ${formatMoney(max, unit)}, at most 2 decimals.`;
}

/** How long dollars last at the pace of the last days, in words; empty where nothing was spent. */
const lastingText = (dollars: number, balance: AdvertiserBalance | undefined): string =>
  balance && dollars > 0 ? lasting(dollars, balance.spent_week) : '';

/** Money onto the balance: how much, in which way, and on to the payment page. */
export function TopUp({ balance }: { balance: AdvertiserBalance | undefined }) {
  const { ways, error, retry } = useWays();
  const section = useRef<HTMLElement>(null);
  const { hash, key } = useLocation({
    select: (at) => ({ hash: at.hash, key: at.state.__TSR_key }),
    structuralSharing: true,
  });
  const isThere = ways !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link leads here again, with another key
  useEffect(() => {
    if (hash !== TOP_UP || !isThere) return;
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
  }, [hash, key, isThere]);
  return (
    <section ref={section} id={TOP_UP} aria-labelledby="top-up-title" className={styles.topUp}>
      <h2 id="top-up-title">Top up</h2>
      {error ? (
        <ErrorPanel title="The ways to pay did not load" error={error} onRetry={retry} />
      ) : !ways ? (
        <div aria-busy className="stack">
          <Skeleton height={44} />
          <Skeleton height={44} />
          <Skeleton height={44} />
        </div>
      ) : ways.length === 0 ? (
        <Empty small title="No way to pay is set up here yet">
          <Link to="/contacts" className="link">
            Write to us
          </Link>{' '}
          to top up.
        </Empty>
      ) : (
        <TopUpForm ways={ways} balance={balance} />
      )}
    </section>
  );
}

interface Values extends Record<string, unknown> {
  amount: Amount;
  way: string;
  promo: string;
  keep: boolean;
}

function TopUpForm({ ways, balance }: { ways: readonly Way[]; balance: AdvertiserBalance | undefined }) {
  const unit = useUnit();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isActing = useIsActing();
  // A card of somebody else is not kept for an advertiser.
  const mayKeep = (way: Way | undefined) => way?.canKeep === true && !isActing;
  const wayOf = (key: string) => ways.find((way) => way.key === key) ?? ways[0];
  const form = useForm<Values, PaymentUrl, undefined>({
    item: undefined,
    thing: null,
    isGuarded: false,
    read: () => ({ amount: '', way: ways[0]?.key ?? '', promo: '', keep: false }),
    renamed: { keep_method: 'way', payment_system_id: 'way', payment_type_id: 'way', promo_code: 'promo' },
    checks: {
      amount: (amount, { way }) => {
        const bounds = wayOf(way)?.bounds;
        const problem = bounds ? boundsProblem(amount, unit, DECIMALS, bounds) : amountProblem(amount, unit, DECIMALS);
        return problem ?? (Number(amount) > 0 ? null : 'Say how much it shall be.');
      },
    },
    send: async ({ amount, way: key, promo, keep }) => {
      const way = wayOf(key);
      const query = {
        payment_system_id: way?.system ?? 0,
        amount: Number(amount),
        ...(way?.type === undefined ? {} : { payment_type_id: way.type }),
        ...(keep && mayKeep(way) ? { keep_method: 1 } : {}),
        ...(promo.trim() === '' ? {} : { promo_code: promo.trim() }),
      };
      // Each press asks: what was answered before may be paid by now.
      const answer = await client.fetchQuery({
        ...getPaymentUrlOptions({ query }),
        staleTime: 0,
        gcTime: 0,
        retry: false,
      });
      return answer.data;
    },
    saved: ({ url, deposit }) => {
      if (deposit.gateway === 'invoice') {
        return navigate({ to: '/advertiser/finance', search: { deposit: deposit.id } });
      }
      location.assign(url);
    },
  });
  const { amount } = form.values;
  const dollars = typeof amount === 'number' ? amount : 0;
  const chosen = wayOf(form.values.way);
  const promo = usePromoOffer(form.values.promo, dollars);
  const bonus = dollars > 0 ? (promo.offer?.bonus ?? 0) : 0;
  const hint = useId();
  const lasts = balance && dollars > 0 ? lastingText(balance.balance + dollars + bonus, balance) : '';
  return (
    <Form form={form} label="Top up" className={styles.form}>
      <div className={styles.fields}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
        <div className={styles.quick} role="group" aria-label="Amounts to choose">
          {QUICK.map((quick) => (
            <button
              key={quick}
              type="button"
              aria-pressed={quick === amount}
              onClick={() => form.patch({ amount: quick })}
            >
              {formatMoney(quick, unit, 0)}
              {lastingText(quick, balance) && <small>+ {lastingText(quick, balance)}</small>}
            </button>
          ))}
        </div>
        {balance && balance.spent_week > 0 && (
          <p className="s12 t3">At {formatMoney(balance.spent_week / 7, unit)} a day, the pace of the last 7 days.</p>
        )}
        <AmountField
          label="Goes to your balance"
          description={boundsText(chosen, unit)}
          unit={unit}
          decimals={DECIMALS}
          step={10}
          {...form.field('amount')}
        />
        <Converted dollars={dollars} />
        <fieldset className={styles.ways} aria-describedby={hint}>
          <legend>How</legend>
          {ways.map((way) => (
            <label key={way.key}>
              <input
                type="radio"
                name="way"
                value={way.key}
                checked={way.key === chosen?.key}
                onChange={() => form.patch({ way: way.key })}
              />
              <b>{way.name}</b>
              <span className="t2">{way.time || 'Time: see its page'}</span>
              <span className="t2">{way.fee || 'No fee'}</span>
            </label>
          ))}
        </fieldset>
        {mayKeep(chosen) && (
          <label className={styles.keep}>
            <Checkbox
              checked={form.values.keep}
              onChange={(event) => form.patch({ keep: event.currentTarget.checked })}
            />
            <span>
              Keep my card at the payment system for automatic top-up
              <span className="s12 t3">Nothing is paid by it before you say when, and how much.</span>
            </span>
          </label>
        )}
        <PromoField dollars={dollars} found={promo} {...form.field('promo')} />
        <p className="s12 t3" id={hint}>
          All that you pay goes to your balance. Payment pages belong to the payment systems, and we never see your
          card.
        </p>
        <FieldError text={form.errors.way} />
      </div>
      <div className={styles.summary}>
        <SummaryBox>
          <FactList
            facts={[
              ['To the balance', dollars > 0 ? formatMoney(dollars, unit) : '–'],
              ...(bonus > 0 ? ([['Bonus', formatMoney(bonus, unit)]] as const) : []),
              ['Balance then', balance && dollars > 0 ? formatMoney(balance.balance + dollars + bonus, unit) : '–'],
              ...(lasts ? ([['Lasts about', lasts]] as const) : []),
              ['By', chosen?.name ?? '–'],
            ]}
          />
          {chosen?.system === SANDBOX_ID && (
            <Note tone="info">This is a demonstration: its payment page moves no real money.</Note>
          )}
          <FormState form={form} />
          <Button type="submit" variant="accent" size="lg" full busy={form.busy}>
            {chosen?.system === INVOICE_ID ? 'Make the invoice' : 'Go to payment'}
            <IconArrowRight size={16} aria-hidden />
          </Button>
          <p className="s12 t3">
            {chosen?.system === INVOICE_ID
              ? 'The invoice is a file. A person books the transfer when it arrived.'
              : 'Opens the payment page here. You come back to this page, which follows the payment.'}
          </p>
        </SummaryBox>
      </div>
    </Form>
  );
}

/** The amount in another currency while it is typed, by the stored rate. */
function Converted({ dollars }: { dollars: number }) {
  const [currency, setCurrency] = useState<string | null>(null);
  const [amount] = useDebouncedValue(dollars, TYPING_MS);
  const others = useQuery({ ...listCurrenciesOptions(), select: dataOf }).data?.filter(({ id }) => id !== DOLLAR_ID);
  const chosen = others?.find(({ id }) => String(id) === currency) ?? others?.[0];
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

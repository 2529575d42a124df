import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { getPaymentUrlOptions } from '~/api/queries';
import type { AdvertiserBalance, PaymentUrl } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import type { Amount } from '~/lib/amount';
import { amountProblem, boundsProblem } from '~/lib/amount';
import { formatMoney } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Tick } from '~/ui/controls';
import { FieldError } from '~/ui/form';
import { useIsActing } from '../../account/section';
import { Form } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useIsHere, useNavigateHere } from '../../form/use-navigate-here';
import styles from '../top-up.module.css';
import { Converted } from './converted-amount';
import { PromoField, usePromoOffer } from './promo-field';
import { QuickAmounts, Ways } from './top-up-fields';
import { TopUpSummary } from './top-up-summary';
import { boundsText, DECIMALS, type Way } from './ways-to-pay';

interface Values extends Record<string, unknown> {
  amount: Amount;
  way: string;
  promo: string;
  keep: boolean;
}

/** How much, in which way, and on to the payment page. */
export function TopUpForm({ ways, balance }: { ways: readonly Way[]; balance: AdvertiserBalance | undefined }) {
  const unit = useUnit();
  const client = useQueryClient();
  const navigate = useNavigateHere();
  const isHere = useIsHere();
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
    saved: ({ url, deposit: { id, gateway } }) => {
      if (gateway === 'invoice') return navigate({ to: '/advertiser/finance', search: { deposit: id } });
      // Who has gone on is not taken from there; the deposit waits in the list.
      if (isHere()) location.assign(url);
    },
  });
  const { amount } = form.values;
  const dollars = typeof amount === 'number' ? amount : 0;
  const chosen = wayOf(form.values.way);
  const promo = usePromoOffer(form.values.promo, dollars);
  const bonus = dollars > 0 ? (promo.offer?.bonus ?? 0) : 0;
  const hint = useId();
  return (
    <Form form={form} label="Top up" className={styles.form}>
      <div className={styles.fields}>
        <QuickAmounts chosen={amount} balance={balance} onChoose={(quick) => form.patch({ amount: quick })} />
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
        <Ways ways={ways} chosen={chosen} hint={hint} onChoose={(way) => form.patch({ way })} />
        {mayKeep(chosen) && (
          <Tick className={styles.keep} checked={form.values.keep} onChange={(isOn) => form.patch({ keep: isOn })}>
            <span>
              Keep my card at the payment system for automatic top-up
              <span className="s12 t3">Nothing is paid by it before you say when, and how much.</span>
            </span>
          </Tick>
        )}
        <PromoField dollars={dollars} found={promo} {...form.field('promo')} />
        <p className="s12 t3" id={hint}>
          All that you pay goes to your balance. Payment pages belong to the payment systems, and we never see your
          card.
        </p>
        <FieldError text={form.errors.way} />
      </div>
      <TopUpSummary form={form} dollars={dollars} bonus={bonus} balance={balance} way={chosen} />
    </Form>
  );
}

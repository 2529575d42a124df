import { updateAutoTopUpMutation } from '~/api/queries';
import type { AutoTopUp, KeptMethod } from '~/api/sdk';
import { AUTO_TOP_UP_FORM_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { type Amount, boundsProblem } from '~/lib/amount';
import { formatMoney } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Switch } from '~/ui/controls';
import { toast } from '~/ui/toast';
import { Form, FormActions } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useSend } from '../../form/use-send';
import styles from '../finance.module.css';
import { ForgetCard } from './forget-card';

/** Decimals of amounts, in dollars. */
const DECIMALS = 2;
/** Balances that can be called low, and what may be paid in a month, in dollars. */
const { threshold: THRESHOLDS, month_max: MONTH } = AUTO_TOP_UP_FORM_LIMITS;

type Values = { is_on: boolean; threshold: Amount; amount: Amount; month_max: Amount };

const amountOf = (dollars: number): Amount => (dollars > 0 ? dollars : '');

/** When it pays how much. */
export function AutoTopUpForm({ auto, method }: { auto: AutoTopUp; method: KeptMethod }) {
  const unit = useUnit();
  const update = useSend(updateAutoTopUpMutation());
  const within = (value: Amount, bounds: { min: number; max: number }) =>
    value === '' ? 'It is needed.' : boundsProblem(value, unit, DECIMALS, bounds);
  const form = useForm<Values, AutoTopUp, AutoTopUp>({
    item: auto,
    thing: 'auto-top-up',
    read: ({ is_on, threshold, amount, month_max }) => ({
      is_on,
      threshold: amountOf(threshold),
      amount: amountOf(amount),
      month_max: amountOf(month_max),
    }),
    checks: {
      threshold: (value) => within(value, THRESHOLDS),
      amount: (value) => within(value, { min: method.least, max: method.most }),
      month_max: (value, { amount }) =>
        within(value, { min: typeof amount === 'number' ? amount : method.least, max: MONTH.max }),
    },
    words: {
      is_on: { label: 'It pays', text: (isOn) => (isOn ? 'On' : 'Off') },
      threshold: { label: 'Low', text: (value) => String(value) },
      amount: { label: 'Pays', text: (value) => String(value) },
      month_max: { label: 'In a month', text: (value) => String(value) },
    },
    send: async ({ is_on, threshold, amount, month_max }, { version }) => {
      const body = {
        version,
        is_on,
        threshold: Number(threshold),
        amount: Number(amount),
        month_max: Number(month_max),
      };
      return update({ body });
    },
    saved: ({ is_on: isOn }) => void toast(isOn ? 'Automatic top-up is on' : 'Automatic top-up is off'),
  });
  return (
    <Form form={form} label="Automatic top-up" className={styles.rule}>
      <Switch
        plain
        label="Pay when the balance is low"
        checked={form.values.is_on}
        onChange={(event) => form.patch({ is_on: event.currentTarget.checked })}
      />
      <div className={styles.three}>
        <AmountField
          label="When the balance is below"
          description="Looked at every few seconds."
          unit={unit}
          decimals={DECIMALS}
          step={10}
          {...form.field('threshold')}
        />
        <AmountField
          label="Pay"
          description={`${formatMoney(method.least, unit, 0)} to ${formatMoney(method.most, unit, 0)}.`}
          unit={unit}
          decimals={DECIMALS}
          step={10}
          {...form.field('amount')}
        />
        <AmountField
          label="At most in a month"
          description={`Paid so this month: ${formatMoney(auto.month_paid, unit)}.`}
          unit={unit}
          decimals={DECIMALS}
          step={100}
          {...form.field('month_max')}
        />
      </div>
      <FormActions form={form} />
      <p className="s12 t3">
        Two payments are at least 10 minutes apart. A card that is refused is tried twice more within a day; you get
        mail about it.
      </p>
      <ForgetCard name={method.name} />
    </Form>
  );
}

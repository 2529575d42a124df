import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { deleteAutoTopUpMutation, updateAutoTopUpMutation } from '~/api/queries';
import type { AutoTopUp as AutoTopUpState, KeptMethod } from '~/api/sdk';
import { LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { type Amount, boundsProblem } from '~/lib/amount';
import { formatDate, formatMoney, formatTime } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Button } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { Switch } from '~/ui/controls';
import { useKeptFocus } from '~/ui/focus';
import { Badge } from '~/ui/marks';
import { Note } from '~/ui/note';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { toast } from '~/ui/toast';
import { OwnerOnly, useIsActing } from '../account/section';
import { Form, FormActions } from '../form/parts';
import { useForm } from '../form/use-form';
import { autoTopUpQuery } from './api';
import styles from './finance.module.css';

/** The place to which mails lead. */
export const AUTO_TOP_UP = 'auto-top-up';
/** Decimals of amounts, in dollars. */
const DECIMALS = 2;
/** Balances that can be called low, in dollars. */
const THRESHOLDS = { min: 1, max: 1_000_000_000 };
/** The most of a month, in dollars. */
const MONTH_MAX = LIMITS.auto_top_up_month;

/** Pays by a kept card when the balance is low: what is kept, and when it pays how much. */
export function AutoTopUp() {
  const answer = useQuery(autoTopUpQuery);
  const isActing = useIsActing();
  const kept = useKeptFocus<HTMLElement>();
  const section = kept.ref;
  const hash = useLocation({ select: (at) => at.hash });
  const auto = answer.data;
  const isThere = auto !== undefined;
  useEffect(() => {
    if (hash === AUTO_TOP_UP && isThere) section.current?.scrollIntoView({ block: 'start' });
  }, [hash, isThere, section]);
  // Nobody misses what no gateway here can do.
  if (auto && !auto.is_available && !auto.method) return null;
  const state = auto?.method && stateOf(auto);
  return (
    <section {...kept} id={AUTO_TOP_UP} aria-labelledby="auto-top-up-title" className={styles.auto}>
      <div className={styles.head}>
        <h2 id="auto-top-up-title">Automatic top-up</h2>
        {state && <Badge tone={state.tone}>{state.label}</Badge>}
      </div>
      <div className="stack">
        {answer.isError && !auto ? (
          <ErrorPanel
            title="Automatic top-up did not load"
            error={answer.error}
            onRetry={() => void answer.refetch()}
          />
        ) : !auto ? (
          <Skeleton width={320} />
        ) : !auto.method ? (
          <p className="s13 t2">
            Pays by your card when the balance is low, so that campaigns do not stop. Nothing is kept to pay by yet:
            tick “Keep my card” when you top up by card.
          </p>
        ) : (
          <>
            <p className="s13 t2">
              Pays by <b className="b">{auto.method.name}</b>, kept since {formatDate(auto.method.kept_at)} by the
              payment system. We never see its number.
            </p>
            {!auto.is_available && (
              <Note tone="warn">Payments by it are not taken here right now: nothing is paid until they are.</Note>
            )}
            {auto.note !== '' && (
              <Note tone={auto.is_on ? 'warn' : 'bad'}>
                {auto.note}{' '}
                {auto.is_on
                  ? auto.waits_until && `The next try is on ${formatTime(auto.waits_until)} UTC.`
                  : 'It is off: switch it on again when that is settled, or keep another card.'}
              </Note>
            )}
            {isActing ? <OwnerOnly what="when is paid by their card" /> : <RuleForm auto={auto} method={auto.method} />}
          </>
        )}
      </div>
    </section>
  );
}

function stateOf({ is_on: isOn, waits_until: until, note }: AutoTopUpState) {
  if (!isOn) return { label: 'Off', tone: note === '' ? 'idle' : 'bad' } as const;
  return until && note !== '' ? ({ label: 'Waits', tone: 'warn' } as const) : ({ label: 'On', tone: 'ok' } as const);
}

type Values = { is_on: boolean; threshold: Amount; amount: Amount; month_max: Amount };

const amountOf = (dollars: number): Amount => (dollars > 0 ? dollars : '');

function RuleForm({ auto, method }: { auto: AutoTopUpState; method: KeptMethod }) {
  const unit = useUnit();
  const update = useMutation(updateAutoTopUpMutation());
  const { mutateAsync: forget } = useMutation(deleteAutoTopUpMutation());
  const within = (value: Amount, bounds: { min: number; max: number }) =>
    value === '' ? 'It is needed.' : boundsProblem(value, unit, DECIMALS, bounds);
  const form = useForm<Values, AutoTopUpState, AutoTopUpState>({
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
        within(value, { min: typeof amount === 'number' ? amount : method.least, max: MONTH_MAX }),
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
      return (await update.mutateAsync({ body })).data;
    },
    saved: ({ is_on: isOn }) => void toast(isOn ? 'Automatic top-up is on' : 'Automatic top-up is off'),
  });
  const ask = () =>
    confirm({
      title: `Forget ${method.name}?`,
      body: 'Nothing is paid by it from then on. Another top-up can keep a card again.',
      action: 'Forget the card',
      icon: <IconTrash size={16} aria-hidden />,
      run: async () => {
        await forget({});
        toast('Card forgotten', { detail: method.name });
      },
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
      <div>
        <Button variant="ghost" size="sm" onClick={ask}>
          <IconTrash size={16} aria-hidden /> Forget the card
        </Button>
      </div>
    </Form>
  );
}

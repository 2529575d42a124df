import { TextInput } from '@mantine/core';
import { updateCurrencyMutation } from '~/api/queries';
import type { AdminCurrency } from '~/api/sdk';
import { toast } from '~/ui/toast';
import { FormPanel } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useSend } from '../../form/use-send';
import { plain } from '../amounts';
import { readDecimal } from '../decimal';

/** Decimals of a rate. */
const DECIMALS = 9;

/** What a unit of a currency costs. Payouts that were asked for keep their rate. */
export function RateForm({ currency, onClose }: { currency: AdminCurrency; onClose(): void }) {
  const update = useSend(updateCurrencyMutation());
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
      return update({ path: { id }, body });
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

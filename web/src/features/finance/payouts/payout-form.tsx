import { Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, isLost } from '~/api/problem';
import { createPayoutMutation, getPayoutQuoteOptions } from '~/api/queries';
import type { PayoutRemain, Wallet } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { type Amount, boundsProblem } from '~/lib/amount';
import { formatMoney } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { toast } from '~/ui/toast';
import { secondFactorQuery } from '../../account/api';
import { NO_PROOF, ProofFields, useProof } from '../../account/proof';
import { FormPanel } from '../../form/parts';
import { useForm } from '../../form/use-form';
import { useSend } from '../../form/use-send';
import { shortAddress } from '../wallets/wallet-mark';
import { Quote, type Told } from './payout-quote';

/** Decimals of a payout, in dollars. */
const DECIMALS = 2;

/** What is asked for: the fee is told of exactly this. */
const askedOf = ({ amount, wallet_id }: { amount: Amount; wallet_id: string }) => ({
  amount: Number(amount),
  wallet_id: Number(wallet_id),
});

/** The server takes no other fee than the one that was shown. */
const feeOf = ({ fee }: Told) => (fee === undefined ? {} : { fee });

/** The form of a payout: nobody asks for one at a fee that they have not seen. */
export function PayoutForm({ remain, wallets, onClose }: { remain: PayoutRemain; wallets: Wallet[]; onClose(): void }) {
  const unit = useUnit();
  const bounds = { min: remain.minimum_payout, max: remain.balance };
  const client = useQueryClient();
  const factor = useQuery(secondFactorQuery);
  const proof = useProof(factor.data?.is_on ?? false);
  const create = useSend(createPayoutMutation());
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
      amount: (amount) => (amount === '' ? 'Say how much.' : boundsProblem(amount, unit, DECIMALS, bounds)),
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
        return await create({ headers, body: { ...asked, ...feeOf(told), ...proof.of(values) } });
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
        bounds={bounds}
        wallet={Number(values.wallet_id)}
        said={[form.errors.amount, form.errors.wallet_id].filter(Boolean).join(' ')}
        onTold={setTold}
      />
      <ProofFields form={form} asksOtp={proof.asksOtp} />
      <p className="s12 t2">It is set aside at once. You can cancel it until it is approved.</p>
    </FormPanel>
  );
}

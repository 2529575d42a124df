import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, errorText } from '~/api/problem';
import { checkWalletOptions, createWalletMutation } from '~/api/queries';
import type { PaymentType } from '~/api/sdk';
import { WALLET_FORM_LIMITS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { type CurrencyUnit, formatMoney, formatPercent } from '~/lib/format';
import { choicesOf } from '~/ui/choices';
import { toast } from '~/ui/toast';
import { secondFactorQuery } from '../../account/api';
import { NO_PROOF, ProofFields, useProof } from '../../account/proof';
import { FormPanel } from '../../form/parts';
import { useForm } from '../../form/use-form';

/** What a way of payment costs and takes, in a sentence. */
function termsOf(type: PaymentType, unit: CurrencyUnit): string {
  const part = type.fee_basis_points > 0 ? ` and ${formatPercent(type.fee_basis_points / 100)}` : '';
  const least = `From ${formatMoney(type.minimum_payout, unit)}, fee ${formatMoney(type.fee_fixed, unit)}${part}.`;
  return type.usual_time ? `${least} ${type.usual_time}` : least;
}

/** Pause in typing after which an address is checked, in milliseconds. */
const TYPING_MS = 400;

/** What is wrong with an address of a coin, while it is typed: nothing while it is not known. */
function useAddressProblem(type: PaymentType | undefined, typed: string): string | null {
  const [number] = useDebouncedValue(typed.trim(), TYPING_MS);
  const isChecked = type !== undefined && type.address_kind !== 'text' && number !== '' && number === typed.trim();
  const query = { payment_type_id: type?.id ?? 0, number };
  const answer = useQuery({ ...checkWalletOptions({ query }), enabled: isChecked, retry: false });
  // What could not be asked is told when the wallet is added.
  const isRefused = isChecked && answer.error instanceof ApiError && answer.error.status === 422;
  return isRefused ? errorText(answer.error) : null;
}

/** A new wallet: how it is paid to, its address, and the password. */
export function WalletForm({ types, onClose }: { types: readonly PaymentType[]; onClose(): void }) {
  const unit = useUnit();
  const factor = useQuery(secondFactorQuery);
  const proof = useProof(factor.data?.is_on ?? false);
  const create = useMutation(createWalletMutation());
  const form = useForm({
    item: undefined,
    read: () => ({ payment_type_id: String(types[0]?.id ?? ''), number: '', ...NO_PROOF }),
    checks: {
      number: (number) => (number.trim() ? null : 'The address is needed.'),
      ...proof.checks,
    },
    isGuarded: false,
    refused: proof.refused,
    send: (values) =>
      create.mutateAsync({
        body: {
          payment_type_id: Number(values.payment_type_id),
          number: values.number.trim(),
          ...proof.of(values),
        },
      }),
    saved: () => {
      toast('Wallet added', { detail: 'A person looks at it; a mail tells you of it.' });
      onClose();
    },
  });
  const chosen = types.find(({ id }) => String(id) === form.values.payment_type_id);
  const wrong = useAddressProblem(chosen, form.values.number);
  return (
    <FormPanel form={form} label="Add a wallet" heading="Add a wallet" submit="Add wallet" onCancel={onClose}>
      <Select
        label="Paid by"
        allowDeselect={false}
        data={choicesOf(types)}
        {...(chosen ? { description: termsOf(chosen, unit) } : {})}
        {...form.field('payment_type_id')}
      />
      <TextInput
        label={chosen?.address_kind === 'text' ? 'Account' : 'Address'}
        autoComplete="off"
        autoFocus
        spellCheck={false}
        maxLength={WALLET_FORM_LIMITS.number.max}
        classNames={{ input: 'mono' }}
        {...form.field('number')}
        error={form.errors.number ?? wrong}
      />
      <ProofFields form={form} asksOtp={proof.asksOtp} />
      <p className="s12 t2">
        A new wallet is looked at by a person and rests for some hours, so that nobody can empty an account in one
        evening. You get a mail of it.
      </p>
    </FormPanel>
  );
}

import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf, listAllCurrenciesOptions } from '~/api/queries';
import { ADDRESS_KIND_LABELS, NEW_PAYMENT_TYPE_FORM_LIMITS } from '~/api/words';
import { choicesOf } from '~/ui/choices';
import { FieldPair } from '~/ui/form';
import type { FormOf } from '../../form/use-form';
import { usePaymentSystems } from '../payment-types';
import type { PaymentTypeValues } from './payment-type-values';

const KINDS = choicesOf(ADDRESS_KIND_LABELS);

/** What only a new payment type is asked for. */
export function NewPaymentTypeFields({ form }: { form: FormOf<PaymentTypeValues> }) {
  const systems = usePaymentSystems()?.filter(({ purpose }) => purpose !== 'top_up');
  const currencies = useQuery({ ...listAllCurrenciesOptions(), select: dataOf }).data;
  return (
    <>
      <FieldPair>
        <Select label="Payment system" data={choicesOf(systems)} allowDeselect={false} {...form.field('system')} />
        <Select
          label="Paid in"
          data={choicesOf(currencies?.map(({ id, code }) => ({ id, name: code })))}
          allowDeselect={false}
          {...form.field('currency')}
        />
      </FieldPair>
      <FieldPair>
        <TextInput
          label="Code"
          description="What files for gateways call it: capital letters and digits."
          autoComplete="off"
          maxLength={NEW_PAYMENT_TYPE_FORM_LIMITS.code.max}
          {...form.field('code')}
        />
        <Select
          label="Wallets are named by"
          description="Coins that need a memo beside the address, such as XRP and TON, are accounts, paid by hand."
          data={KINDS}
          allowDeselect={false}
          {...form.field('kind')}
        />
      </FieldPair>
    </>
  );
}

import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dataOf, getBillingDetailsOptions, listCountriesOptions, updateBillingDetailsMutation } from '~/api/queries';
import type { BillingDetails } from '~/api/sdk';
import { BILLING_FORM_LIMITS } from '~/api/words';
import { OneField } from '~/ui/choice-fields';
import { FieldPair } from '~/ui/form';
import { useKeptFocus } from '~/ui/kept-focus';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { toast } from '~/ui/toast';
import { Form, FormActions } from '../form/parts';
import { useForm } from '../form/use-form';
import { useSend } from '../form/use-send';
import styles from './finance.module.css';

/** To whom invoices, receipts and statements are made out. */
export function Billing() {
  const answer = useQuery({ ...getBillingDetailsOptions(), select: dataOf });
  const kept = useKeptFocus<HTMLElement>();
  return (
    <section {...kept} id="billing" aria-labelledby="billing-title" className={styles.auto}>
      <h2 id="billing-title">Invoice to</h2>
      <p className="s13 t2">
        Who stands on your invoices, receipts and statements. Invoices and receipts that were made stay as they are.
      </p>
      {answer.data ? (
        <BillingForm details={answer.data} />
      ) : answer.isError ? (
        <ErrorPanel title="It did not load" of={answer} />
      ) : (
        <Skeleton width={320} />
      )}
    </section>
  );
}

const read = ({ company, country, vat_number, address, email }: BillingDetails) => ({
  company,
  country: country ?? null,
  vat_number,
  address,
  email: email ?? '',
});

function BillingForm({ details }: { details: BillingDetails }) {
  const update = useSend(updateBillingDetailsMutation());
  const countries = useQuery({ ...listCountriesOptions(), select: dataOf }).data;
  const form = useForm({
    item: details,
    thing: 'billing',
    read,
    words: {
      company: 'Company',
      country: { label: 'Country', text: (code: string | null) => code ?? '' },
      vat_number: 'VAT number',
      address: 'Street and town',
      email: 'Invoices by mail to',
    },
    send: async ({ company, country, vat_number, address, email }) => {
      const to = email.trim();
      const body = { company, country, vat_number, address, email: to === '' ? null : to };
      return update({ body });
    },
    saved: () => toast('Saved', { detail: 'The next invoice says so.' }),
  });
  // While the list loads what is stored is there to be read.
  const { country } = form.values;
  const choices = countries ?? (country ? [{ code: country, name: country }] : []);
  return (
    <Form form={form} label="Invoice to" className={styles.rule}>
      <FieldPair>
        <TextInput
          label="Company"
          placeholder="You by name"
          autoComplete="organization"
          maxLength={BILLING_FORM_LIMITS.company.max}
          {...form.field('company')}
        />
        <TextInput label="VAT number" maxLength={BILLING_FORM_LIMITS.vat_number.max} {...form.field('vat_number')} />
      </FieldPair>
      <FieldPair>
        <OneField
          label="Country"
          empty="Not told"
          clear="No country"
          searchable
          data={choices.map(({ code, name }) => ({ value: code, label: name }))}
          {...form.field('country')}
        />
        <TextInput
          label="Street and town"
          autoComplete="street-address"
          maxLength={BILLING_FORM_LIMITS.address.max}
          {...form.field('address')}
        />
      </FieldPair>
      <TextInput
        label="Invoices by mail to"
        description="Beside your own address, also where you want no such mails yourself: the number, the amount and the day. The file is here."
        type="email"
        autoComplete="off"
        maxLength={BILLING_FORM_LIMITS.email.max}
        {...form.field('email')}
      />
      <FormActions form={form} />
    </Form>
  );
}

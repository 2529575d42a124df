import { IconArrowRight } from '@tabler/icons-react';
import type { AdvertiserBalance } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import { Button } from '~/ui/button';
import { FactList, SummaryBox } from '~/ui/form';
import { Note } from '~/ui/note';
import { FormState } from '../../form/parts';
import type { Saving } from '../../form/use-saving';
import styles from '../top-up.module.css';
import { lastingText } from './top-up-fields';
import { INVOICE_ID, SANDBOX_ID, type Way } from './ways-to-pay';

/** What a top-up comes to, and the button that begins it. */
export function TopUpSummary({
  form,
  dollars,
  bonus,
  balance,
  way,
}: {
  form: Saving;
  dollars: number;
  bonus: number;
  balance: AdvertiserBalance | undefined;
  way: Way | undefined;
}) {
  const unit = useUnit();
  const lasts = dollars > 0 && balance ? lastingText(balance.balance + dollars + bonus, balance) : '';
  return (
    <div className={styles.summary}>
      <SummaryBox>
        <FactList
          facts={[
            ['To the balance', dollars > 0 ? formatMoney(dollars, unit) : '–'],
            ...(bonus > 0 ? ([['Bonus', formatMoney(bonus, unit)]] as const) : []),
            ['Balance then', balance && dollars > 0 ? formatMoney(balance.balance + dollars + bonus, unit) : '–'],
            ...(lasts ? ([['Lasts about', lasts]] as const) : []),
            ['By', way?.name ?? '–'],
          ]}
        />
        {way?.system === SANDBOX_ID && (
          <Note tone="info">This is a demonstration: its payment page moves no real money.</Note>
        )}
        <FormState form={form} />
        <Button type="submit" variant="accent" size="lg" full busy={form.busy}>
          {way?.system === INVOICE_ID ? 'Make the invoice' : 'Go to payment'}
          <IconArrowRight size={16} aria-hidden />
        </Button>
        <p className="s12 t3">
          {way?.system === INVOICE_ID
            ? 'The invoice is a file. A person books the transfer when it arrived.'
            : 'Opens the payment page here. You come back to this page, which follows the payment.'}
        </p>
      </SummaryBox>
    </div>
  );
}

import { useMemo, useState } from 'react';
import type { AdminPayout } from '~/api/sdk';
import { idOf } from '~/lib/list';
import { useFormFocus } from '~/ui/focus';
import { Note } from '~/ui/note';
import { useCallName } from '../form/call-name';
import { PageHead } from '../frame/page-head';
import { ListView } from '../list/list-view';
import type { ListSpec } from '../list/spec';
import { useRows } from '../list/use-rows';
import { payoutActions } from './payout-actions';
import { PayoutForm, type PayoutFormKind } from './payout-forms';
import { askForFile, type BatchFormat, PayoutFiles } from './payouts-file';
import { PAYOUTS } from './payouts-list';

/** Payouts: approved by one person, paid by another; the file for the gateway. */
export function PayoutsPage() {
  const [format, setFormat] = useState<BatchFormat>('placard');
  const [form, setForm] = useState<{ kind: PayoutFormKind; payout: AdminPayout } | null>(null);
  const { remember } = useFormFocus(form !== null);
  const nameOf = useCallName();
  const spec = useMemo<ListSpec<AdminPayout>>(
    () => ({
      ...PAYOUTS,
      actions: payoutActions(
        (kind, payout) => {
          remember();
          setForm({ kind, payout });
        },
        (exportedAt) => askForFile(exportedAt, format),
      ),
    }),
    [format, remember],
  );
  const rows = useRows(spec);
  const shown = form && rows.answer.data?.data.find(({ id }) => id === form.payout.id);
  // It may go into a file meanwhile, of which the form asks something; what the list shows no more is as it was last.
  if (form && shown && shown !== form.payout) setForm({ ...form, payout: shown });
  return (
    <>
      <PageHead
        actions={<PayoutFiles format={format} onFormat={setFormat} type={idOf(rows.list.state.chosen.type)} />}
      />
      {format === 'nowpayments' && (
        <Note tone="info">
          NOWPayments pays to addresses of coins alone: its file leaves payouts to accounts out, and they stay new.
        </Note>
      )}
      {form && (
        <PayoutForm key={`${form.kind} ${form.payout.id}`} {...form} nameOf={nameOf} onClose={() => setForm(null)} />
      )}
      <ListView spec={spec} {...rows} />
    </>
  );
}

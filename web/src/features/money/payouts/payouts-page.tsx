import { useMemo, useState } from 'react';
import type { AdminPayout } from '~/api/sdk';
import { idOf } from '~/lib/list';
import { Note } from '~/ui/note';
import { useCallName } from '../../form/call-name';
import { PageHead } from '../../frame/page-head';
import styles from '../../list/list.module.css';
import { ListView } from '../../list/list-view';
import type { ListSpec } from '../../list/spec';
import { useOpened } from '../../list/use-opened';
import { useRows } from '../../list/use-rows';
import { payoutActions } from './payout-actions';
import { PayoutForm, type PayoutFormKind } from './payout-forms';
import { askForFile, type BatchFormat, PayoutFiles } from './payouts-file';
import { PAYOUTS } from './payouts-list';

/** Payouts: approved by one person, paid by another; the file for the gateway. */
export function PayoutsPage() {
  const [format, setFormat] = useState<BatchFormat>('placard');
  const { opened, key, place, openOf, follow, close } = useOpened<PayoutFormKind, AdminPayout>(PAYOUTS);
  const nameOf = useCallName();
  const spec = useMemo<ListSpec<AdminPayout>>(
    () => ({ ...PAYOUTS, actions: payoutActions(openOf, (exportedAt) => askForFile(exportedAt, format)) }),
    [format, openOf],
  );
  const rows = useRows(spec);
  // It may go into a file meanwhile, of which the form asks something.
  follow(rows.answer.data?.data);
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
      {opened?.row && (
        <div key={key} ref={place} className={styles.place}>
          <PayoutForm kind={opened.form} payout={opened.row} nameOf={nameOf} onClose={close} />
        </div>
      )}
      <ListView spec={spec} {...rows} />
    </>
  );
}

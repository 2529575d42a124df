import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { saveFile } from '~/api/download';
import { FILES, type PayoutsAsked } from '~/api/files';
import { listAllPayoutsQueryKey } from '~/api/queries';
import type { AdminPayout } from '~/api/sdk';
import { formatTime } from '~/lib/format';
import { given, idOf } from '~/lib/list';
import { confirm } from '~/ui/confirm';
import { Segmented } from '~/ui/controls';
import { Note } from '~/ui/note';
import { useCallName } from '../form/call-name';
import { PageHead } from '../frame/page-head';
import { FileButton } from '../list/file-button';
import { ListView } from '../list/list-view';
import type { ListSpec } from '../list/spec';
import { useRows } from '../list/use-rows';
import { payoutActions } from './payout-actions';
import { PayoutForm, type PayoutFormKind } from './payout-forms';
import { PAYOUTS } from './payouts-list';

/** For whom a file of payouts is. */
type BatchFormat = NonNullable<PayoutsAsked['format']>;

const FORMATS: readonly { value: BatchFormat; label: string }[] = [
  { value: 'placard', label: 'Any gateway' },
  { value: 'nowpayments', label: 'NOWPayments' },
];

/** A file that was made before, for who never got it. */
function askForFile(exported_at: string, format: BatchFormat): void {
  confirm({
    title: 'Its file again?',
    body: `What is to be paid still of the file that was made on ${formatTime(exported_at)} UTC. Send it only if that file was not sent${format === 'nowpayments' ? ': NOWPayments pays twice what it is sent twice' : ''}.`,
    action: 'Save the file',
    keep: 'Cancel',
    tone: 'ink',
    run: async () => {
      const { content, name } = await FILES.payouts({ exported_at, format });
      saveFile(content, name);
    },
  });
}

/** Payouts: approved by one person, paid by another; the file for the gateway. */
export function PayoutsPage() {
  const [format, setFormat] = useState<BatchFormat>('placard');
  const [form, setForm] = useState<{ kind: PayoutFormKind; payout: AdminPayout } | null>(null);
  const client = useQueryClient();
  const nameOf = useCallName();
  const spec = useMemo<ListSpec<AdminPayout>>(
    () => ({
      ...PAYOUTS,
      actions: payoutActions(
        (kind, payout) => setForm({ kind, payout }),
        (exportedAt) => askForFile(exportedAt, format),
      ),
    }),
    [format],
  );
  const rows = useRows(spec);
  // Which payouts stand in a file now is told by the list, and so is a file that never came here.
  const file = (again: boolean) =>
    FILES.payouts({
      ...given({ payment_type_id: idOf(rows.list.state.chosen.type) }),
      ...(again ? { again: 1 } : {}),
      format,
    }).finally(() => client.invalidateQueries({ queryKey: listAllPayoutsQueryKey() }));
  return (
    <>
      <PageHead
        actions={
          <>
            <Segmented
              label="File for"
              value={format}
              options={FORMATS}
              onChange={(chosen: BatchFormat) => setFormat(chosen)}
            />
            {/* Without references nothing would stop a second payment of what stands in earlier files. */}
            {format !== 'nowpayments' && <FileButton make={() => file(true)}>CSV of all approved</FileButton>}
            <FileButton make={() => file(false)}>CSV of new ones</FileButton>
          </>
        }
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

import { useQueryClient } from '@tanstack/react-query';
import { saveFile } from '~/api/download';
import { FILES, type PayoutsAsked } from '~/api/files';
import { listAllPayoutsQueryKey } from '~/api/queries';
import { formatTime } from '~/lib/format';
import { given } from '~/lib/list';
import { confirm } from '~/ui/confirm';
import { Segmented } from '~/ui/controls';
import { FileButton } from '../../list/file-button';

/** For whom a file of payouts is. */
export type BatchFormat = NonNullable<PayoutsAsked['format']>;

const FORMATS: readonly { value: BatchFormat; label: string }[] = [
  { value: 'placard', label: 'Any gateway' },
  { value: 'nowpayments', label: 'NOWPayments' },
];

/** A file that was made before, for who never got it. */
export function askForFile(exported_at: string, format: BatchFormat): void {
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

/** The files of what is to be paid, of one payment type where one is chosen. */
export function PayoutFiles({
  format,
  onFormat,
  type,
}: {
  format: BatchFormat;
  onFormat(format: BatchFormat): void;
  type: number | undefined;
}) {
  const client = useQueryClient();
  // Which payouts stand in a file now is told by the list, and so is a file that never came here.
  const file = (again: boolean) =>
    FILES.payouts({ ...given({ payment_type_id: type }), ...(again ? { again: 1 } : {}), format }).finally(() =>
      client.invalidateQueries({ queryKey: listAllPayoutsQueryKey() }),
    );
  return (
    <>
      <Segmented label="File for" value={format} options={FORMATS} onChange={onFormat} />
      {/* Without references nothing would stop a second payment of what stands in earlier files. */}
      {format !== 'nowpayments' && <FileButton make={() => file(true)}>CSV of all approved</FileButton>}
      <FileButton make={() => file(false)}>CSV of new ones</FileButton>
    </>
  );
}

import {
  IconArrowBackUp,
  IconCashBanknote,
  IconCheck,
  IconDownload,
  IconLock,
  IconPlayerPlay,
  IconX,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { download } from '~/api/download';
import {
  approvePayoutMutation,
  holdPayoutMutation,
  letPayoutGoMutation,
  listAllPayoutsOptions,
  listAllPayoutsQueryKey,
  rejectPayoutMutation,
  returnPayoutMutation,
} from '~/api/queries';
import type { AdminPayout } from '~/api/sdk';
import {
  HOLD_PAYOUT_FORM_LIMITS,
  PAYOUT_STATUS_LABELS,
  PayoutStatus,
  REJECT_PAYOUT_FORM_LIMITS,
  RETURN_PAYOUT_FORM_LIMITS,
} from '~/api/words';
import { formatTime } from '~/lib/format';
import { given, idOf, tabsOf, wordOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { statusOf } from '~/lib/statuses';
import { confirm } from '~/ui/confirm';
import { Segmented } from '~/ui/controls';
import { None } from '~/ui/marks';
import { Note } from '~/ui/note';
import { useCallName } from '../form/call-name';
import { PageHead } from '../frame/page-head';
import { byIdOnce, type Change, calling } from '../list/change';
import { ListView } from '../list/list-view';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { useRows } from '../list/use-rows';
import { Amount, exact } from './amounts';
import { FileButton } from './file-button';
import { type BatchFormat, payoutsFile } from './files';
import { PayForm } from './pay-form';
import { usePaymentTypes } from './payment-types';
import { ReasonForm } from './reason-form';
import { PAYOUT_STATUSES } from './statuses';
import { useUserName } from './user-name';

const APPROVE: Change<AdminPayout> = {
  done: 'approved',
  each: byIdOnce(approvePayoutMutation),
  ask: () => ({
    body: 'An approved payout goes into the file for the gateway. Where the network has two owners, another person than you notes that it was paid.',
  }),
};

const FORMATS: readonly { value: BatchFormat; label: string }[] = [
  { value: 'placard', label: 'Any gateway' },
  { value: 'nowpayments', label: 'NOWPayments' },
];

/** What a file is called where the server gives it no name. */
const FILE_NAME = 'payouts.csv';

/** A file that was made before, for who never got it. */
function askForFile(exported_at: string, format: BatchFormat): void {
  confirm({
    title: 'Its file again?',
    body: `What is to be paid still of the file that was made on ${formatTime(exported_at)} UTC. Send it only if that file was not sent${format === 'nowpayments' ? ': NOWPayments pays twice what it is sent twice' : ''}.`,
    action: 'Save the file',
    keep: 'Cancel',
    tone: 'ink',
    run: async () => download(await payoutsFile({ exported_at, format }), FILE_NAME),
  });
}

/** What who ends or stops the way of one in a file must have made sure of. */
const NOT_SENT = 'It stands in a file for a gateway: I have made sure that it was not sent';

const LET_GO: Change<AdminPayout> = {
  done: 'no longer held back',
  // A hold for another reason, which came since, stays.
  each: calling(letPayoutGoMutation, ({ id, held_reason }) => ({
    path: { id },
    body: { held_reason: held_reason ?? '' },
  })),
  ask: () => ({ body: 'It can be approved and paid again. The webmaster is told.' }),
};

const LIST: ListSpec<AdminPayout> = {
  name: 'payouts',
  noun: ['payout', 'payouts'],
  rowName: ({ id }) => `Payout ${id}`,
  told: ['listAllPayouts'],
  tabs: tabsOf(PAYOUT_STATUS_LABELS, [
    PayoutStatus.Requested,
    PayoutStatus.Approved,
    PayoutStatus.Paid,
    PayoutStatus.Rejected,
    PayoutStatus.Cancelled,
  ]),
  choices: ['user', 'type'],
  rows: ({ plain, state: { tab, chosen } }) =>
    listAllPayoutsOptions({
      query: {
        ...plain,
        ...given({
          status_id: wordOf(PayoutStatus, tab?.status),
          user_id: idOf(chosen.user),
          payment_type_id: idOf(chosen.type),
        }),
      },
    }),
  search: { label: 'Search payouts', placeholder: 'Address, wallet or hash' },
  filters: [
    { kind: 'choice', name: 'type', label: 'Payment type', useOptions: usePaymentTypes },
    {
      kind: 'id',
      name: 'user',
      label: 'Webmaster',
      field: 'Payouts of this user',
      placeholder: 'Id of a user',
      useName: useUserName,
    },
  ],
  named: { id: 'payout', label: 'Payout', aside: ({ is_auto }) => (is_auto ? 'automatic' : null) },
  columns: [
    {
      id: 'webmaster',
      label: 'Webmaster',
      text: ({ webmaster }) => webmaster?.email,
      opens: ({ webmaster }) => (webmaster ? paths.user(webmaster.id) : undefined),
    },
    {
      id: 'amount',
      label: 'Amount',
      inUnit: true,
      align: 'right',
      strong: true,
      cell: (row) => <Amount dollars={row.amount} />,
      csv: ({ amount }) => amount,
    },
    {
      id: 'payable',
      label: 'To be sent',
      align: 'right',
      cell: ({ payable }) => exact(payable),
      csv: ({ payable }) => exact(payable),
    },
    statusColumn((row) => statusOf(PAYOUT_STATUSES, row.status_id), {
      why: ({ comment, hindrance, held_reason }) =>
        held_reason ? `Held back: ${held_reason}` : (hindrance ?? comment),
      near: true,
    }),
    // Who was the first and who the second person is seen without scrolling.
    { id: 'approved', label: 'Approved by', text: ({ approved_by }) => approved_by?.email },
    {
      id: 'closed',
      label: 'Closed by',
      text: ({ closed_by, is_single_control }) =>
        closed_by && (is_single_control ? `${closed_by.email}, alone` : closed_by.email),
    },
    {
      id: 'fee',
      label: 'Fee',
      inUnit: true,
      align: 'right',
      cell: (row) => <Amount dollars={row.fee} />,
      csv: ({ fee }) => fee,
    },
    { id: 'type', label: 'By', text: ({ wallet }) => wallet.payment_type.name },
    {
      id: 'wallet',
      label: 'Wallet',
      cell: ({ wallet }) => <span className="mono">{wallet.number}</span>,
      csv: ({ wallet }) => wallet.number,
    },
    { id: 'asked', label: 'Asked for', ago: (row) => row.created_at },
    { id: 'file', label: 'In a file', ago: (row) => row.exported_at },
    {
      id: 'hash',
      label: 'Transaction',
      csv: ({ transaction_hash: hash }) => hash,
      cell: ({ transaction_hash: hash, explorer_url: url }) =>
        hash === '' ? (
          <None />
        ) : url ? (
          <a className="link mono" href={url} target="_blank" rel="noreferrer">
            {hash}
          </a>
        ) : (
          <span className="mono">{hash}</span>
        ),
    },
    { id: 'reference', label: 'Reference', hidden: true, text: ({ reference }) => reference },
  ],
  first: {
    title: 'Nobody asked for a payout',
    text: 'Payouts appear here as webmasters ask for them, and by automatic payout.',
  },
  none: { text: 'No payout fits what is chosen above.' },
};

const isOpen = ({ status_id: status }: AdminPayout) =>
  status === PayoutStatus.Requested || status === PayoutStatus.Approved;

/** Payouts: approved by one person, paid by another; the file for the gateway. */
export function PayoutsPage() {
  const [format, setFormat] = useState<BatchFormat>('placard');
  const [form, setForm] = useState<{ kind: 'pay' | 'hold' | 'reject' | 'return'; payout: AdminPayout } | null>(null);
  const client = useQueryClient();
  const hold = useMutation(holdPayoutMutation());
  const reject = useMutation(rejectPayoutMutation());
  const giveBack = useMutation(returnPayoutMutation());
  const nameOf = useCallName();
  const spec = useMemo<ListSpec<AdminPayout>>(
    () => ({
      ...LIST,
      actions: [
        {
          label: 'Approve',
          icon: IconCheck,
          when: ({ status_id: status }) => status === PayoutStatus.Requested,
          change: APPROVE,
        },
        {
          label: 'Mark as paid',
          icon: IconCashBanknote,
          only: 'row',
          when: ({ status_id: status }) => status === PayoutStatus.Approved,
          open: ([payout]) => setForm(payout ? { kind: 'pay', payout } : null),
        },
        {
          label: 'Its file again',
          icon: IconDownload,
          only: 'row',
          when: ({ status_id: status, exported_at: at }) => status === PayoutStatus.Approved && Boolean(at),
          open: ([payout]) => payout?.exported_at && askForFile(payout.exported_at, format),
        },
        {
          label: 'Hold back',
          icon: IconLock,
          only: 'row',
          when: (payout) => isOpen(payout) && !payout.held_reason,
          open: ([payout]) => setForm(payout ? { kind: 'hold', payout } : null),
        },
        {
          label: 'Let it go on',
          icon: IconPlayerPlay,
          when: ({ held_reason: reason }) => Boolean(reason),
          change: LET_GO,
        },
        {
          label: 'Reject',
          icon: IconX,
          only: 'row',
          bad: true,
          when: isOpen,
          open: ([payout]) => setForm(payout ? { kind: 'reject', payout } : null),
        },
        {
          label: 'It came back',
          icon: IconArrowBackUp,
          only: 'row',
          bad: true,
          when: ({ status_id: status }) => status === PayoutStatus.Paid,
          open: ([payout]) => setForm(payout ? { kind: 'return', payout } : null),
        },
      ],
    }),
    [format],
  );
  const rows = useRows(spec);
  const close = () => setForm(null);
  // Which payouts stand in a file now is told by the list, and so is a file that never came here.
  const file = (again: boolean) =>
    payoutsFile({
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
            {format !== 'nowpayments' && (
              <FileButton label="CSV of all approved" name={FILE_NAME} make={() => file(true)} />
            )}
            <FileButton label="CSV of new ones" name={FILE_NAME} make={() => file(false)} />
          </>
        }
      />
      {format === 'nowpayments' && (
        <Note tone="info">
          NOWPayments pays to addresses of coins alone: its file leaves payouts to accounts out, and they stay new.
        </Note>
      )}
      {form?.kind === 'pay' && <PayForm key={form.payout.id} payout={form.payout} onClose={close} />}
      {form?.kind === 'hold' && (
        <ReasonForm
          key={form.payout.id}
          row={form.payout}
          label={`Hold payout ${form.payout.id} back`}
          hint="The webmaster reads it. The money stays set aside, and is neither approved, paid nor cancelled by the webmaster until you let it go on."
          max={HOLD_PAYOUT_FORM_LIMITS.comment.max}
          submit="Hold it back"
          sure={form.payout.exported_at ? NOT_SENT : undefined}
          send={(comment, was_not_sent) =>
            hold.mutateAsync({ path: { id: form.payout.id }, body: { comment, held_reason: '', was_not_sent } })
          }
          done={`Payout ${form.payout.id} is held back`}
          onClose={close}
        />
      )}
      {form?.kind === 'reject' && (
        <ReasonForm
          key={form.payout.id}
          row={form.payout}
          label={`Reject payout ${form.payout.id}`}
          hint="The webmaster reads it. The money is available again."
          max={REJECT_PAYOUT_FORM_LIMITS.comment.max}
          sure={form.payout.exported_at ? NOT_SENT : undefined}
          send={(comment, was_not_sent) => {
            const { id } = form.payout;
            const headers = { 'Idempotency-Key': nameOf({ reject: id, comment, was_not_sent }) };
            return reject.mutateAsync({ path: { id }, headers, body: { comment, was_not_sent } });
          }}
          done={`Payout ${form.payout.id} is rejected`}
          onClose={close}
        />
      )}
      {form?.kind === 'return' && (
        <ReasonForm
          key={form.payout.id}
          row={form.payout}
          label={`Payout ${form.payout.id} came back`}
          hint="The webmaster reads it. All of the money is available again, the fee included. Of a large payout another owner of the network than who noted the payment says so."
          max={RETURN_PAYOUT_FORM_LIMITS.comment.max}
          submit="Give the money back"
          send={(comment) => {
            const { id } = form.payout;
            const headers = { 'Idempotency-Key': nameOf({ return: id, comment }) };
            return giveBack.mutateAsync({ path: { id }, headers, body: { comment } });
          }}
          done={`Payout ${form.payout.id} is available again`}
          onClose={close}
        />
      )}
      <ListView spec={spec} {...rows} />
    </>
  );
}

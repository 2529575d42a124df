import { IconArrowBackUp, IconCheck, IconListDetails, IconMessageQuestion } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { listAllDepositsOptions } from '~/api/queries';
import type { AdminDeposit } from '~/api/sdk';
import { DEPOSIT_STATUS_LABELS, DepositStatus, GATEWAY_LABELS } from '~/api/words';
import { useUser } from '~/app/queries';
import { given, idOf, tabsOf, wordOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { isGod } from '~/lib/roles';
import { statusOf } from '~/lib/statuses';
import { Tabs } from '~/ui/controls';
import { None } from '~/ui/marks';
import { PageHead } from '../frame/page-head';
import { ListPart } from '../list/list-view';
import type { ListAction, ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { Amount } from './amounts';
import { AskDepositForm } from './deposit-ask-form';
import { DepositDetails } from './deposit-details';
import { ConfirmDepositForm, RefundForm } from './deposit-forms';
import { PaymentMessages } from './payment-messages';
import { usePaymentSystems } from './payment-types';
import { DEPOSIT_STATUSES } from './statuses';
import { useUserName } from './user-name';

const USER_FILTER = {
  kind: 'id',
  name: 'user',
  label: 'Advertiser',
  field: 'Deposits of this user',
  placeholder: 'Id of a user',
  useName: useUserName,
} as const;

const DAYS_FILTER = { kind: 'days', name: 'days', any: 'Made on any day' } as const;

const LIST: ListSpec<AdminDeposit> = {
  name: 'deposits',
  noun: ['deposit', 'deposits'],
  rowName: ({ id }) => `Deposit ${id}`,
  told: ['listAllDeposits'],
  tabs: tabsOf(DEPOSIT_STATUS_LABELS, [
    DepositStatus.Pending,
    DepositStatus.PartlyPaid,
    DepositStatus.Settled,
    DepositStatus.Expired,
    DepositStatus.Failed,
  ]),
  choices: ['user', 'system', 'days'],
  rows: ({ plain, days, state: { tab, chosen } }) =>
    listAllDepositsOptions({
      query: {
        ...plain,
        ...given({
          status_id: wordOf(DepositStatus, tab?.status),
          advertiser_id: idOf(chosen.user),
          payment_system_id: idOf(chosen.system),
          date_from: days?.from,
          date_to: days?.to,
        }),
      },
    }),
  search: { label: 'Search deposits', placeholder: 'Address, invoice or id' },
  filters: [DAYS_FILTER, USER_FILTER],
  named: { id: 'deposit', label: 'Deposit', aside: ({ invoice_number }) => invoice_number },
  columns: [
    {
      id: 'advertiser',
      label: 'Advertiser',
      text: ({ advertiser }) => advertiser.email,
      opens: ({ advertiser }) => paths.user(advertiser.id),
    },
    {
      id: 'amount',
      label: 'Asked for',
      inUnit: true,
      align: 'right',
      strong: true,
      cell: (row) => <Amount dollars={row.amount} />,
      csv: ({ amount }) => amount,
    },
    statusColumn((row) => statusOf(DEPOSIT_STATUSES, row.status_id), { near: true }),
    {
      id: 'received',
      label: 'Came in',
      inUnit: true,
      align: 'right',
      cell: (row) => <Amount dollars={row.received} />,
      csv: ({ received }) => received,
    },
    {
      id: 'returned',
      label: 'Went back',
      inUnit: true,
      align: 'right',
      cell: (row) => <Amount dollars={row.returned} />,
      csv: ({ returned }) => returned,
    },
    { id: 'gateway', label: 'By', text: ({ gateway }) => GATEWAY_LABELS[gateway] },
    { id: 'confirmed', label: 'Waits for a second person after', text: ({ confirmed_by }) => confirmed_by?.email },
    { id: 'made', label: 'Made', ago: (row) => row.created_at },
    { id: 'moved', label: 'Money moved', ago: (row) => row.processed_at },
    {
      id: 'reference',
      label: 'Reference of the gateway',
      hidden: true,
      text: ({ gateway_reference: reference }) => reference,
    },
    { id: 'promo', label: 'Promo code', hidden: true, text: ({ promo_code }) => promo_code },
    {
      id: 'bonus',
      label: 'Bonus',
      hidden: true,
      inUnit: true,
      align: 'right',
      csv: ({ bonus }) => bonus || null,
      cell: ({ bonus }) => (bonus > 0 ? <Amount dollars={bonus} /> : <None />),
    },
    { id: 'receipt', label: 'Receipt', hidden: true, text: ({ receipt_number }) => receipt_number },
  ],
  first: { title: 'Nobody topped up yet', text: 'Deposits appear here as advertisers make them.' },
  none: { text: 'No deposit fits what is chosen above.' },
};

function Deposits() {
  const asGod = isGod(useUser());
  const navigate = useNavigate();
  const { deposit: opened } = useSearch({ strict: false }) as { deposit?: number };
  const [form, setForm] = useState<{ kind: 'confirm' | 'ask' | 'refund'; deposit: AdminDeposit } | null>(null);
  const close = () => setForm(null);
  const open = useCallback(
    (deposit: number | undefined) =>
      void navigate({ to: '.', search: (before: object) => ({ ...before, deposit }), resetScroll: false }),
    [navigate],
  );
  const spec = useMemo<ListSpec<AdminDeposit>>(() => {
    const look: ListAction<AdminDeposit> = {
      label: 'Payments and references',
      icon: IconListDetails,
      only: 'row',
      open: ([deposit]) => open(deposit?.id),
    };
    return asGod
      ? {
          ...LIST,
          filters: [
            DAYS_FILTER,
            { kind: 'choice', name: 'system', label: 'Payment system', useOptions: usePaymentSystems },
            USER_FILTER,
          ],
          actions: [
            look,
            {
              label: 'Confirm',
              icon: IconCheck,
              only: 'row',
              when: ({ gateway, status_id: status }) => gateway === 'invoice' && status !== DepositStatus.Settled,
              open: ([deposit]) => setForm(deposit ? { kind: 'confirm', deposit } : null),
            },
            {
              label: 'Ask the gateway',
              icon: IconMessageQuestion,
              only: 'row',
              when: ({ gateway }) => gateway === 'nowpayments' || gateway === 'stripe',
              open: ([deposit]) => setForm(deposit ? { kind: 'ask', deposit } : null),
            },
            {
              label: 'Refund',
              icon: IconArrowBackUp,
              only: 'row',
              bad: true,
              when: ({ received, returned }) => received > returned,
              open: ([deposit]) => setForm(deposit ? { kind: 'refund', deposit } : null),
            },
          ],
        }
      : {
          ...LIST,
          actions: [look],
          first: { ...LIST.first, text: 'Deposits of your clients appear here as they make them.' },
        };
  }, [asGod, open]);
  return (
    <>
      {form?.kind === 'confirm' && <ConfirmDepositForm key={form.deposit.id} deposit={form.deposit} onClose={close} />}
      {form?.kind === 'ask' && <AskDepositForm key={form.deposit.id} deposit={form.deposit} onClose={close} />}
      {form?.kind === 'refund' && <RefundForm key={form.deposit.id} deposit={form.deposit} onClose={close} />}
      {opened !== undefined && <DepositDetails key={`details ${opened}`} id={opened} onClose={() => open(undefined)} />}
      <ListPart spec={spec} />
    </>
  );
}

/** Deposits, and for god the messages of gateways; sales have the deposits of their clients. */
export function DepositsPage() {
  const navigate = useNavigate();
  const asGod = isGod(useUser());
  const { part: asked } = useSearch({ strict: false }) as { part?: string };
  const part = asked === 'messages' ? asked : 'deposits';
  return (
    <>
      <PageHead />
      {asGod && (
        <Tabs
          label="Deposits"
          value={part}
          options={[
            { value: 'deposits', label: 'Deposits' },
            { value: 'messages', label: 'Messages of gateways' },
          ]}
          onChange={(next) => void navigate({ to: '.', search: () => (next === 'messages' ? { part: next } : {}) })}
        />
      )}
      {asGod && part === 'messages' ? <PaymentMessages /> : <Deposits />}
    </>
  );
}

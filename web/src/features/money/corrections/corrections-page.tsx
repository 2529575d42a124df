import { useSearch } from '@tanstack/react-router';
import { listCorrectionsOptions } from '~/api/queries';
import type { Correction } from '~/api/sdk';
import { CORRECTION_SIDE_LABELS, CORRECTION_STATUS_LABELS, CorrectionKind, CorrectionStatus } from '~/api/words';
import { given, idOf, tabsOf, wordOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { statusOf } from '~/lib/statuses';
import { ListWithForm } from '../../list/list-with-form';
import type { ListSpec } from '../../list/spec';
import { statusColumn } from '../../list/status-column';
import { CORRECTION_STATUSES } from '../statuses';
import { byWhom, personColumn, userFilter } from '../user-name';
import { CORRECTION_ACTIONS } from './correction-actions';
import { CorrectionForm } from './correction-form';

const LIST: ListSpec<Correction> = {
  name: 'corrections',
  noun: ['correction', 'corrections'],
  rowName: ({ id }) => `Correction ${id}`,
  told: ['listCorrections'],
  tabs: tabsOf(CORRECTION_STATUS_LABELS, [
    CorrectionStatus.Waiting,
    CorrectionStatus.Booked,
    CorrectionStatus.Withdrawn,
  ]),
  choices: ['user'],
  rows: ({ plain, state: { tab, chosen } }) =>
    listCorrectionsOptions({
      query: { ...plain, ...given({ status_id: wordOf(CorrectionStatus, tab?.status), user_id: idOf(chosen.user) }) },
    }),
  search: { label: 'Search corrections', placeholder: 'Address, reason or id' },
  filters: [userFilter('User', 'Corrections of this user')],
  named: {
    id: 'correction',
    label: 'Correction',
    aside: ({ kind_id: kind }) => (kind === CorrectionKind.Bonus ? 'bonus' : null),
  },
  columns: [
    personColumn('user', 'Whose', ({ user }) => user),
    { id: 'amount', label: 'Amount', strong: true, money: ({ amount }) => amount },
    statusColumn((row) => statusOf(CORRECTION_STATUSES, row.status_id), { near: true }),
    // Who was the first and who the second person is seen without scrolling.
    { id: 'made', label: 'Asked for by', text: ({ made_by }) => made_by?.email },
    { id: 'decided', label: 'Decided by', text: (row) => byWhom(row.decided_by, row.is_single_control) },
    { id: 'side', label: 'Balance', text: ({ side_id: side }) => CORRECTION_SIDE_LABELS[side] },
    { id: 'reason', label: 'Reason', text: ({ reason }) => reason },
    { id: 'at', label: 'Made', ago: (row) => row.created_at },
    {
      id: 'transaction',
      label: 'In the ledger',
      text: ({ transaction_id: id }) => id,
      opens: ({ transaction_id: id }) => (id ? paths.transaction(id) : undefined),
    },
  ],
  actions: CORRECTION_ACTIONS,
  first: {
    title: 'No balance was corrected',
    text: 'What the owners of the network give or take by hand stands here, with the reason.',
  },
  none: { text: 'No correction fits what is chosen above.' },
};

/** Money that is moved by hand, by two persons where it is much. */
export function CorrectionsPage() {
  const { user } = useSearch({ strict: false }) as { user?: number };
  return (
    <ListWithForm spec={LIST} create={{ label: 'New correction' }}>
      {({ close, showAll }) => (
        <CorrectionForm
          user={user ? String(user) : ''}
          onMade={({ user: of }) => showAll(given({ user: of?.id === user ? user : undefined }))}
          onClose={close}
        />
      )}
    </ListWithForm>
  );
}

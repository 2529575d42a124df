import { IconEye } from '@tabler/icons-react';
import { listAuditLogOptions } from '~/api/queries';
import type { AuditEntry } from '~/api/sdk';
import { formatTime } from '~/lib/format';
import { given, idOf, textOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { ListPage } from '../list/list-page';
import type { ListSpec } from '../list/spec';
import { userFilter } from '../money/user-name';
import { ChangedFields, changedNames, openAuditRow } from './audit-row';
import { actionName, entryName } from './diff';

const LIST: ListSpec<AuditEntry> = {
  name: 'audit',
  noun: ['change', 'changes'],
  rowName: entryName,
  told: ['listAuditLog'],
  choices: ['user', 'days', 'action', 'subject', 'id'],
  filters: [
    { kind: 'days', name: 'days', any: 'On any day' },
    userFilter('User', 'Changes by the user with this id'),
    {
      kind: 'chip',
      name: 'subject',
      label: 'Of',
      with: ['id'],
      text: ({ subject, id }) => `${actionName(String(subject))} ${id ?? ''}`,
    },
    { kind: 'chip', name: 'action', label: 'What', text: ({ action }) => actionName(String(action)) },
  ],
  rows: ({ state: { page, chosen }, days }) =>
    listAuditLogOptions({
      query: {
        page,
        ...given({
          user_id: idOf(chosen.user),
          action: textOf(chosen.action),
          subject: textOf(chosen.subject),
          subject_id: idOf(chosen.id),
          date_from: days?.from,
          date_to: days?.to,
        }),
      },
    }),
  sizes: false,
  columns: [
    { id: 'at', label: 'Time, UTC', width: 150, text: ({ at }) => formatTime(at) },
    {
      id: 'who',
      label: 'Who',
      text: ({ actor, acting_as: as }) => (actor ? actor.email + (as ? `, as ${as.email}` : '') : 'The system'),
      opens: ({ actor }) => (actor ? paths.user(actor.id) : undefined),
    },
    { id: 'action', label: 'What', text: entryName, opens: ({ action }) => paths.changesLike(action) },
    {
      id: 'subject',
      label: 'Of',
      text: ({ subject, subject_id: id }) => `${actionName(subject)} ${id || ''}`,
      opens: ({ subject, subject_id: id }) => paths.changesOf(subject, id || undefined),
    },
    { id: 'change', label: 'Change', width: 280, cell: (row) => <ChangedFields row={row} />, csv: changedNames },
    { id: 'address', label: 'From', quiet: true, text: ({ address }) => address },
  ],
  actions: [{ label: 'All of', icon: IconEye, alone: true, openOne: (row) => openAuditRow(row) }],
  first: {
    title: 'No change here',
    text: 'Every change appears here: what was changed, by whom, as whom, and from where.',
  },
  none: { title: 'No change here', text: 'Nothing was changed that fits what is chosen above.' },
};

/** Who changed what, as whom, when and from where. */
export const AuditPage = () => <ListPage spec={LIST} />;

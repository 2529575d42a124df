import { IconEye } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { listAuditLogOptions } from '~/api/queries';
import type { AuditEntry } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatTime } from '~/lib/format';
import { given } from '~/lib/list';
import { paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import { None } from '~/ui/marks';
import { ListPage } from '../list/list-page';
import type { ListSpec } from '../list/spec';
import styles from './admin.module.css';
import { openAuditRow } from './audit-row';
import { fieldName, fieldValue } from './change-words';
import { actionName, changesBetween, type FieldChange } from './diff';

/** Changed fields that a row shows; the rest is in its dialog. */
const SHOWN_CHANGES = 2;

function Fields({ row }: { row: AuditEntry }) {
  const unit = useUnit();
  const changes = changesBetween(row.before, row.after);
  const text = (change: FieldChange, value: unknown) => fieldValue(change.name, value, row.subject, unit);
  if (changes.length === 0) return <None />;
  return (
    <span className={styles.diff}>
      {changes.slice(0, SHOWN_CHANGES).map((change) => (
        <span key={change.name}>
          <span className="t2">{fieldName(change.name)}</span>{' '}
          {Boolean(row.before) && <del>{text(change, change.before)}</del>}
          <ins>{text(change, change.after)}</ins>
        </span>
      ))}
      {changes.length > SHOWN_CHANGES && <span className="t3">and {changes.length - SHOWN_CHANGES} more</span>}
    </span>
  );
}

function Who({ row: { actor, acting_as: as } }: { row: AuditEntry }) {
  if (!actor) return <span className="t2">The system</span>;
  return (
    <span className={styles.who}>
      <Link {...paths.user(actor.id)} className="quiet">
        {actor.email}
      </Link>
      {as && <span className="s12 t2">as {as.email}</span>}
    </span>
  );
}

const LIST: ListSpec<AuditEntry> = {
  name: 'audit',
  noun: ['change', 'changes'],
  rowName: (row) => actionName(row.action),
  told: ['listAuditLog'],
  choices: ['user', 'subject', 'id'],
  filters: [
    {
      kind: 'id',
      name: 'user',
      label: 'User',
      field: 'Changes by the user with this id',
      placeholder: 'Id of a user',
    },
    {
      kind: 'chip',
      name: 'subject',
      label: 'Of',
      with: ['id'],
      text: ({ subject, id }) => `${actionName(String(subject))} ${id ?? ''}`,
    },
  ],
  rows: ({ state: { page, chosen } }) =>
    listAuditLogOptions({
      query: {
        page,
        ...given({
          user_id: chosen.user as number | undefined,
          subject: chosen.subject as string | undefined,
          subject_id: chosen.id as number | undefined,
        }),
      },
    }),
  sizes: false,
  columns: [
    { id: 'at', label: 'Time, UTC', width: 150, cell: (row) => <span className="num nw">{formatTime(row.at)}</span> },
    { id: 'who', label: 'Who', cell: (row) => <Who row={row} /> },
    { id: 'action', label: 'What', cell: (row) => actionName(row.action) },
    {
      id: 'subject',
      label: 'Of',
      cell: ({ subject, subject_id: id }) => (
        <Link className="quiet" title="Show all changes of it" {...paths.changesOf(subject, id || undefined)}>
          {actionName(subject)} <span className="mono t3">{id || ''}</span>
        </Link>
      ),
    },
    { id: 'change', label: 'Change', width: 280, cell: (row) => <Fields row={row} /> },
    { id: 'address', label: 'From', cell: (row) => <span className="mono">{row.address || <None />}</span> },
  ],
  menu: (row) => (
    <Button variant="ghost" size="sm" icon aria-label={`All of change ${row.id}`} onClick={() => openAuditRow(row)}>
      <IconEye size={16} stroke={1.75} aria-hidden />
    </Button>
  ),
  first: { title: 'No change here', text: 'Every change appears here.' },
  none: { title: 'No change here', text: 'Nothing was changed that fits what is chosen above.' },
};

/** Who changed what, as whom, when and from where. */
export const AuditPage = () => <ListPage spec={LIST} crumbs={[{ label: 'Back office' }]} />;

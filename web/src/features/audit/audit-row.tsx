import type { AuditEntry } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatTime } from '~/lib/format';
import { openDialog } from '~/ui/dialogs';
import { FactList } from '~/ui/form';
import { None } from '~/ui/marks';
import { useTargetingNames } from '../targeting/names';
import styles from './audit.module.css';
import { fieldName, fieldValue, numbersIn } from './change-words';
import { actionName, changesBetween, entryName, type FieldChange } from './diff';
import { useThingNames } from './thing-names';

/** Changed fields that a row shows; the rest is in its dialog. */
const SHOWN_CHANGES = 2;

/** What an entry changed, and how it is read. */
export function useChangeWords({ before, after, subject }: AuditEntry) {
  const unit = useUnit();
  const changes = changesBetween(before, after);
  const names = useTargetingNames(numbersIn(changes));
  const things = useThingNames(new Set(changes.map(({ name }) => name.split('.').at(-1) ?? name)));
  return {
    changes,
    text: ({ name }: FieldChange, value: unknown) => fieldValue(name, value, { subject, unit, names, things }),
  };
}

/** Which fields an entry changed, for a file. */
export const changedNames = ({ before, after }: AuditEntry): string =>
  changesBetween(before, after)
    .map(({ name }) => fieldName(name))
    .join(', ');

/** What an entry changed, in short. */
export function ChangedFields({ row }: { row: AuditEntry }) {
  const { changes, text } = useChangeWords(row);
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

/** Every field that the change altered, in words. */
function Fields({ row }: { row: AuditEntry }) {
  const { changes, text } = useChangeWords(row);
  if (changes.length === 0) return <p className="s13 t2">No field was altered.</p>;
  return (
    <div className={styles.pairs}>
      <FactList
        facts={changes.map((change) => [
          fieldName(change.name),
          <span key={change.name} className={styles.diff}>
            {Boolean(row.before) && <del>{text(change, change.before)}</del>}
            <ins>{text(change, change.after)}</ins>
          </span>,
        ])}
      />
    </div>
  );
}

/** Shows all of one entry: every field of it, in words. */
export function openAuditRow(row: AuditEntry): void {
  openDialog({
    title: `${entryName(row)}, ${formatTime(row.at)} UTC`,
    size: 860,
    children: (
      <div className="stack">
        <FactList
          facts={[
            ['Who', row.actor?.email ?? 'The system'],
            ...(row.acting_as ? ([['As', row.acting_as.email]] as const) : []),
            ['Of', `${actionName(row.subject)} ${row.subject_id || ''}`],
            ['From', row.address || 'inside'],
          ]}
        />
        <Fields row={row} />
      </div>
    ),
  });
}

import type { AuditEntry } from '~/api/sdk';
import { formatTime } from '~/lib/format';
import { openDialog } from '~/ui/dialogs';
import { FactList } from '~/ui/form';
import { None } from '~/ui/marks';
import styles from './admin.module.css';
import { actionName, changesBetween, shortValue } from './diff';

/** Changed fields that a row shows; the rest is in its dialog. */
const SHOWN_CHANGES = 2;

/** What an entry changed, in short. */
export function ChangedFields({ row }: { row: AuditEntry }) {
  const changes = changesBetween(row.before, row.after);
  if (changes.length === 0) return <None />;
  return (
    <span className={styles.diff}>
      {changes.slice(0, SHOWN_CHANGES).map((change) => (
        <span key={change.name}>
          <span className="t2">{change.name}</span> {Boolean(row.before) && <del>{shortValue(change.before)}</del>}
          <ins>{shortValue(change.after)}</ins>
        </span>
      ))}
      {changes.length > SHOWN_CHANGES && <span className="t3">and {changes.length - SHOWN_CHANGES} more</span>}
    </span>
  );
}

function State({ title, value }: { title: string; value: unknown }) {
  return (
    <div className="stack" style={{ gap: 6 }}>
      <h3 className="s13 b">{title}</h3>
      {value === null || value === undefined ? (
        <p className="s13 t2">Nothing was kept.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className={styles.json} tabIndex={0}>
          {JSON.stringify(value, null, 2)}
        </pre>
      )}
    </div>
  );
}

/** Shows all of one entry: both states as they were kept. */
export function openAuditRow(row: AuditEntry): void {
  openDialog({
    title: `${actionName(row.action)}, ${formatTime(row.at)} UTC`,
    size: 860,
    children: (
      <div className="stack">
        <FactList
          facts={[
            ['Who', row.actor?.email ?? 'The system'],
            ...(row.acting_as ? ([['As', row.acting_as.email]] as const) : []),
            ['Of', `${row.subject} ${row.subject_id || ''}`],
            ['From', row.address || 'inside'],
          ]}
        />
        <div className={styles.pairs}>
          <State title="Before" value={row.before} />
          <State title="After" value={row.after} />
        </div>
      </div>
    ),
  });
}

import { useUnit } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import { Note } from '~/ui/note';
import { ErrorPanel } from '~/ui/states';
import { VERDICT_GROUPS } from './source-words';
import styles from './sources.module.css';
import type { SourceRows } from './use-source-rows';

/** How the table is read, and what it lacks. */
export function SourcesLegend({ rows: { stats, missing, cut, cutAt } }: { rows: SourceRows }) {
  const unit = useUnit();
  return (
    <>
      <div className={styles.legend}>
        <span className="t3">Invalid clicks by verdict</span>
        {VERDICT_GROUPS.map((group) => (
          <span key={group.key}>
            <i className={styles.square} style={{ background: group.color }} />
            {group.label}
          </span>
        ))}
        {stats && stats.total.campaign.cpl !== null && (
          <span className="t3">
            Against the mean: 1 is {formatMoney(stats.total.campaign.cpl, unit)} a lead, the line is where the truth
            lies with 95 %
          </span>
        )}
      </div>
      {missing[0] && (
        <ErrorPanel
          title="The blocks of a site did not load"
          error={missing[0].error}
          onRetry={() => {
            for (const one of missing) void one.refetch();
          }}
        />
      )}
      {cut.length > 0 && (
        <Note tone="info">
          Of {cut.map((row) => row.site_name).join(', ')} the first {cutAt} blocks stand here. Choose “Blocks” and
          search for the site to see all.
        </Note>
      )}
    </>
  );
}

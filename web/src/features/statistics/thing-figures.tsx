import { Link, linkOptions } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { periodOr } from '~/lib/period';
import { useHour } from '~/ui/use-now';
import { MetricPanel } from '../charts/metric-panel';
import { StatsTable } from './stats-table';
import styles from './thing-figures.module.css';

/** The days that the figures are of. */
const PERIOD = '7d';

type TableProps = ComponentProps<typeof StatsTable>;

/** What is looked at of a thing of the network: its figures, those of the things below it, and the verdicts of its clicks. */
export interface FiguresOf {
  label: string;
  tiles: ComponentProps<typeof MetricPanel>['keys'];
  things: { group: TableProps['group']; label: string };
  columns: TableProps['columns'];
  opens?: TableProps['opens'];
}

/** What something brought in the last seven days, for staff. */
export function ThingFigures({
  by,
  id,
  of: { label, tiles, things, columns, opens },
}: {
  /** By what it is found in the network's statistics. */
  by: 'advertiser' | 'webmaster' | 'site';
  id: number;
  of: FiguresOf;
}) {
  const range = periodOr(PERIOD, PERIOD, useHour());
  const of = { [by]: { in: [id] } };
  const filters = [{ by, not: false, values: [String(id)] }];
  const all = linkOptions({ to: '/admin/statistics', search: { period: PERIOD, rows: things.group, filters } });
  return (
    <section className="stack" aria-labelledby={`figures-${by}`}>
      <div className={styles.head}>
        <h2 id={`figures-${by}`} className="h2">
          {label}, 7 days
        </h2>
        <Link {...all} className="link s13">
          In the statistics
        </Link>
      </div>
      <MetricPanel side="network" range={range} filters={of} keys={tiles} label={label} />
      <StatsTable
        range={range}
        filters={of}
        group={things.group}
        label={things.label}
        columns={columns}
        opens={opens}
      />
      <StatsTable
        range={range}
        filters={of}
        group="verdict"
        label={`Verdicts, ${label.toLowerCase()}`}
        columns={['clicks_count', 'invalid_clicks_count', 'money']}
      />
    </section>
  );
}

import { Link, linkOptions } from '@tanstack/react-router';
import type { AdminUser } from '~/api/sdk';
import type { PageLink } from '~/lib/paths';
import { periodOr } from '~/lib/period';
import { useHour } from '~/ui/use-now';
import { MetricPanel } from '../charts/metric-panel';
import { StatsTable } from '../statistics/stats-table';
import styles from './users.module.css';

/** The days that the figures are of. */
const PERIOD = '7d';

/** What is looked at of a user on each of both sides. */
const SIDES = {
  advertiser: {
    label: 'As advertiser',
    tiles: ['money', 'margin_money', 'clicks_count', 'lead', 'approve'],
    things: { group: 'campaign', label: 'Campaigns' },
    columns: ['clicks_count', 'invalid_clicks_count', 'lead', 'approve', 'money', 'margin_money'],
    opens: (id: number): PageLink => linkOptions({ to: '/admin/delivery', search: { campaign_id: id } }),
  },
  webmaster: {
    label: 'As webmaster',
    tiles: ['money_web', 'margin_money', 'clicks_count', 'confirmed_shows_count', 'ctr'],
    things: { group: 'site', label: 'Sites' },
    columns: ['shows_count', 'clicks_count', 'invalid_clicks_count', 'ctr', 'money_web', 'margin_money'],
    opens: undefined,
  },
} as const;

type Side = keyof typeof SIDES;

/** What a user brought in the last seven days, with campaigns or sites and the verdicts of the clicks, on one of both sides. */
function SideFigures({ side, user }: { side: Side; user: number }) {
  const { label, tiles, things, columns, opens } = SIDES[side];
  const range = periodOr(PERIOD, PERIOD, useHour());
  const of = { [side]: { in: [user] } };
  const filters = [{ by: side, not: false, values: [String(user)] }];
  const all = linkOptions({ to: '/admin/statistics', search: { period: PERIOD, rows: things.group, filters } });
  return (
    <section className="stack" aria-labelledby={`figures-${side}`}>
      <div className={styles.figuresHead}>
        <h2 id={`figures-${side}`} className="h2">
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

/** The figures of a user in each cabinet that they have. */
export function UserFigures({ user }: { user: Pick<AdminUser, 'id' | 'is_advertiser' | 'is_webmaster'> }) {
  return (
    <>
      {user.is_advertiser && <SideFigures key={`a${user.id}`} side="advertiser" user={user.id} />}
      {user.is_webmaster && <SideFigures key={`w${user.id}`} side="webmaster" user={user.id} />}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { dataOf, getAdBidsOptions } from '~/api/queries';
import type { Ad, AdBids } from '~/api/sdk';
import { BID_MODE_LABELS, BID_REASON_LABELS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatNumber, formatPriceAmount, formatTime, plural, unitSymbol } from '~/lib/format';
import { DataTable } from '~/ui/data-table';
import { LineChart } from '~/ui/line-chart';
import { ErrorPanel, Skeleton } from '~/ui/states';
import styles from '../ads.module.css';

type Hour = AdBids['hours'][number];

/** What the bid of an ad was, hour by hour, and why; nothing while it is set by hand and never followed anything. */
export function BidHours({ ad }: { ad: Ad }) {
  const unit = useUnit();
  const bids = useQuery({ ...getAdBidsOptions({ path: { id: ad.id } }), select: dataOf });
  if (bids.isError) return <ErrorPanel title="The bids did not load" of={bids} />;
  if (!bids.data) return <Skeleton height={160} radius={12} />;
  const { mode, hours, is_learning, learning_clicks, learning_leads, window_days } = bids.data;
  if (mode === 'by_hand' && hours.length === 0) return null;
  const oldest = hours.toReversed();
  const newest = hours[0];
  return (
    <section className={styles.delivery} aria-labelledby="bids">
      <h2 id="bids">Bid, hour by hour</h2>
      <p className="t2">
        {BID_MODE_LABELS[mode]}, by the last {window_days} days.{' '}
        {is_learning &&
          `It learns: ${formatNumber(newest?.clicks_count ?? 0)} of ${plural(learning_clicks, 'click')}${
            mode === 'lead_cost'
              ? `, ${formatNumber(newest?.leads_count ?? 0)} of ${plural(learning_leads, 'approved lead')}`
              : ''
          }.`}
      </p>
      {hours.length > 1 && (
        <LineChart
          label="Bid by hour"
          labels={oldest.map((hour) => formatTime(hour.hour))}
          series={[{ key: 'bid', label: 'Bid', values: oldest.map((hour) => hour.bid) }]}
          height={200}
          format={(value) => formatPriceAmount(value, unit)}
        />
      )}
      <DataTable<Hour>
        label="Bids by hour"
        rows={hours}
        rowId={(hour) => hour.hour}
        maxHeight="320px"
        compact
        columns={[
          { id: 'hour', label: 'Hour, UTC', cell: (hour) => formatTime(hour.hour) },
          {
            id: 'bid',
            label: `Bid, ${unitSymbol(unit)}`,
            align: 'right',
            strong: true,
            cell: (hour) => formatPriceAmount(hour.bid, unit),
          },
          { id: 'why', label: 'Why', cell: (hour) => BID_REASON_LABELS[hour.why] },
          { id: 'clicks', label: 'Clicks', align: 'right', cell: (hour) => formatNumber(hour.clicks_count) },
          { id: 'leads', label: 'Approved', align: 'right', cell: (hour) => formatNumber(hour.leads_count) },
          {
            id: 'worth',
            label: `Worth, ${unitSymbol(unit)}`,
            align: 'right',
            cell: (hour) => formatPriceAmount(hour.worth, unit),
          },
        ]}
        empty={<p className="t2">The first hour stands here in a few minutes, once the ad runs.</p>}
      />
    </section>
  );
}

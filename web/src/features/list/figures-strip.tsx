import { useUnit } from '~/app/queries';
import type { MetricSide } from '~/lib/metrics';
import { hasData, metricOf, metricText } from '~/lib/metrics';
import { type DayRange, PERIOD_LABELS, type Period } from '~/lib/period';
import { Figures } from '~/ui/figures';
import { None } from '~/ui/marks';
import { useSeries } from '../charts/use-series';

/** Words for the period before, and until when it is compared. */
function againstText(period: Period, until: string | null): string {
  const both = until === null ? '' : ` until ${until}`;
  if (period === 'today') return `on yesterday${both}`;
  if (period === 'yesterday') return 'on the day before';
  return `${period in PERIOD_LABELS ? 'on the period before' : 'on as many days before'}${both}`;
}

/** The figures of all that a side has, over a period, beside those of the period before. Nothing where they do not load. */
export function FiguresStrip({
  label,
  side,
  keys,
  period,
  range,
}: {
  label: string;
  side: MetricSide;
  keys: readonly string[];
  period: Period;
  range: DayRange;
}) {
  const unit = useUnit();
  const { now, until, changeOf, closedPoints } = useSeries(side, range, { drawn: false });
  if (now.isError && !now.data) return null;
  const totals = now.data?.total_result;
  const isLive = hasData(totals);
  const figures = keys.map((key, index) => {
    const metric = metricOf(key, side);
    const value = isLive ? totals?.[key] : null;
    const change = isLive ? changeOf(metric) : null;
    return {
      key,
      label: metric.label,
      value: value === null || value === undefined ? <None /> : metricText(metric, value, unit),
      change,
      note: change ? (index === 0 ? againstText(period, until) : metric.kind === 'percent' ? 'points' : '') : '',
      points: isLive ? closedPoints(key) : undefined,
    };
  });
  return <Figures label={label} figures={now.data && figures} count={keys.length} />;
}

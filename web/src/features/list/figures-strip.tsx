import { useQuery } from '@tanstack/react-query';
import { useUnit } from '~/app/queries';
import type { MetricSide } from '~/lib/metrics';
import { hasData, metricChange, metricOf, metricText } from '~/lib/metrics';
import { type DayRange, PERIOD_LABELS, type Period, previousRange } from '~/lib/period';
import { Figures } from '~/ui/figures';
import { None } from '~/ui/marks';
import { pointsOf, seriesQuery } from '../charts/series-query';

/** Words for the period before. */
function againstText(period: Period): string {
  if (period === 'today') return 'on yesterday';
  if (period === 'yesterday') return 'on the day before';
  return period in PERIOD_LABELS ? 'on the period before' : 'on as many days before';
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
  const now = useQuery(seriesQuery(side, range));
  const before = useQuery({ ...seriesQuery(side, previousRange(range)), refetchInterval: false }).data?.total_result;
  if (now.isError && !now.data) return null;
  const totals = now.data?.total_result;
  const isLive = hasData(totals);
  const points = pointsOf(now.data, range, keys, side);
  const figures = keys.map((key, index) => {
    const metric = metricOf(key, side);
    const value = isLive ? totals?.[key] : null;
    const change = metricChange(metric, value, before?.[key]);
    return {
      key,
      label: metric.label,
      value: value === null || value === undefined ? <None /> : metricText(metric, value, unit),
      change,
      note: change ? (index === 0 ? againstText(period) : metric.kind === 'percent' ? 'points' : '') : '',
      points: isLive ? points?.[key] : undefined,
    };
  });
  return <Figures label={label} figures={now.data && figures} count={keys.length} />;
}

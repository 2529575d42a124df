import type { Metrics } from '~/api/types';
import type { CurrencyUnit } from '~/lib/format';
import { hasData, type MetricSide, metricChange, metricOf, metricText } from '~/lib/metrics';
import { PERIOD_LABELS, type Period } from '~/lib/period';
import type { Figure } from '~/ui/figures';
import { None } from '~/ui/marks';

/** Words for the period before. */
function againstText(period: Period): string {
  if (period === 'today') return 'on yesterday';
  if (period === 'yesterday') return 'on the day before';
  return period in PERIOD_LABELS ? 'on the period before' : 'on as many days before';
}

/** The figures of a strip made of totals, compared with those of the period before. */
export function totalFigures({
  side,
  keys,
  now,
  before,
  unit,
  period,
  points,
}: {
  side: MetricSide;
  keys: readonly string[];
  now: Metrics | null | undefined;
  before?: Metrics | null | undefined;
  unit: CurrencyUnit;
  period: Period;
  /** Values over time, by metric. */
  points?: Record<string, readonly (number | null)[]> | undefined;
}): Figure[] {
  return keys.map((key, index) => {
    const metric = metricOf(key, side);
    const value = hasData(now) ? now?.[key] : null;
    const change = metricChange(metric, value, before?.[key]);
    return {
      key,
      label: metric.label,
      value: value === null || value === undefined ? <None /> : metricText(metric, value, unit),
      change,
      note: change ? (index === 0 ? againstText(period) : metric.kind === 'percent' ? 'points' : '') : '',
      points: hasData(now) ? points?.[key] : undefined,
    };
  });
}

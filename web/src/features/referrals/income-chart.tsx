import { useQuery } from '@tanstack/react-query';
import { listReferralStatsOptions } from '~/api/queries';
import { useUnit } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import type { DayRange } from '~/lib/period';
import { openStep, stepLabel, stepsOf } from '~/lib/series';
import { LineChart } from '~/ui/line-chart';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { useHour } from '~/ui/use-now';

const HEIGHT = 200;
/** Decimals: a day's part of a click is small. */
const DECIMALS = 3;

/** What the people whom one brought left, day by day. */
export function IncomeChart({ range, person }: { range: DayRange; person: number | undefined }) {
  const unit = useUnit();
  const hour = useHour();
  const filters = { date_from: range.from, date_to: range.to, referrals: person === undefined ? [] : [person] };
  const answer = useQuery(listReferralStatsOptions({ query: { group_by: 'date', count: 0, filters } }));
  if (answer.isError && !answer.data) return <ErrorPanel title="The chart did not load" of={answer} />;
  if (!answer.data) return <Skeleton height={HEIGHT} radius={8} />;
  const steps = stepsOf(range, 'date');
  const income = new Map(answer.data.data.map((row) => [row.date, row.income]));
  return (
    <LineChart
      label="Income a day by people whom you brought"
      height={HEIGHT}
      labels={steps.map(stepLabel)}
      open={openStep(steps, hour)}
      format={(value) => formatMoney(value, unit, DECIMALS)}
      series={[{ key: 'income', label: 'Income', values: steps.map((day) => income.get(day) ?? 0) }]}
    />
  );
}

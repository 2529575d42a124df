import { IconLink } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { rewritten } from '~/api/files';
import { same } from '~/features/form/meanwhile';
import { PageHead } from '~/features/frame/page-head';
import { ColumnsMenu } from '~/features/list/columns-menu';
import { GeoSource } from '~/features/public/geo-source';
import { type MetricSide, metricsFrom } from '~/lib/metrics';
import { Button } from '~/ui/button';
import { Switch } from '~/ui/controls';
import { PeriodPicker } from '~/ui/period-picker';
import { toast, toastError } from '~/ui/toast';
import type { StatAnswer } from './asking';
import { Chart } from './chart';
import { asOnScreen } from './csv';
import { Filters } from './filters';
import { rowsQuestion, showsPlaces } from './question';
import { Rows } from './rows';
import { SIDES } from './sides';
import styles from './statistics.module.css';
import { useStatistics } from './use-statistics';

/** Statistics of one side: chart above, rows that open below. What is chosen is in the address and can be sent. */
export function StatisticsPage({
  side,
  above,
  below,
  actions,
}: {
  side: MetricSide;
  /** Stands before the buttons of the page. */
  actions?: ReactNode;
  /** What stands over the rows. */
  above?: ReactNode;
  /** What stands under them. */
  below?: ReactNode;
}) {
  const statistics = useStatistics(side);
  const { state, range, set } = statistics;
  const [names, setNames] = useState<StatAnswer['names']>({});
  const keepNames = useCallback(
    (answer: StatAnswer) =>
      setNames((known) => {
        const all = Object.entries(answer.names).map(([by, found]) => [by, { ...known[by], ...found }] as const);
        return all.every(([by, found]) => same(found, known[by])) ? known : { ...known, ...Object.fromEntries(all) };
      }),
    [],
  );
  const isShown = (key: string) => (state.columns ?? SIDES[side].shown).includes(key);
  const copyLink = () =>
    navigator.clipboard.writeText(location.href).then(
      () => toast('Link copied'),
      (error: unknown) => toastError('The link could not be copied', error),
    );
  /** The file: with the columns on screen as they stand there, or with all of them. */
  const file = async (all: boolean) => {
    const question = { ...rowsQuestion(state, range, 0, {}), groups: state.levels };
    const shown = all ? null : metricsFrom(side, SIDES[side].shown).flatMap(({ key }) => (isShown(key) ? [key] : []));
    return rewritten(await SIDES[side].file(question), (text) => asOnScreen(text, side, shown));
  };
  return (
    <>
      <PageHead
        actions={
          <>
            {actions}
            <Button onClick={() => void copyLink()}>
              <IconLink size={16} aria-hidden />
              Copy link
            </Button>
            <ColumnsMenu make={file} />
          </>
        }
      />
      <div className={styles.controls}>
        <PeriodPicker value={state.period} onChange={(period) => set({ period })} />
        <Switch
          plain
          label="Compare with before"
          checked={state.compare}
          onChange={() => set({ compare: !state.compare })}
        />
        <Filters statistics={statistics} nameOf={(dimension, value) => names[dimension]?.[value] ?? value} />
      </div>
      <Chart statistics={statistics} />
      {above}
      <Rows key={state.levels.join('.')} statistics={statistics} onNames={keepNames} />
      {showsPlaces(state) && (
        <p className={styles.source}>
          <GeoSource />
        </p>
      )}
      {below}
    </>
  );
}

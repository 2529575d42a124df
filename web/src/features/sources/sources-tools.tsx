import type { SourceRow, SourceStats } from '~/api/sdk';
import { SearchInput, Segmented, Tabs } from '~/ui/controls';
import { PeriodPicker } from '~/ui/period-picker';
import type { TableColumn } from '~/ui/table-column';
import { LazyTools } from '../list/lazy-tools';
import type { ListSpec } from '../list/spec';
import type { List } from '../list/use-list';
import styles from './sources.module.css';
import { chosenOf, LEVELS, SEARCH, VIEWS } from './sources-list';

/** What is chosen of the sources: tab, search, days, sites or blocks; and what is done with all of them. */
export function SourcesTools({
  list,
  spec,
  columns,
  counts,
}: {
  list: List;
  spec: ListSpec<SourceRow>;
  columns: readonly TableColumn<SourceRow>[];
  counts: SourceStats['counts_by_view'] | undefined;
}) {
  const { state } = list;
  const { view, level } = chosenOf(list);
  return (
    <>
      <Tabs
        label="Sources"
        controls="sources"
        value={view}
        options={VIEWS.map(({ value, label }) => ({ value, label, count: counts?.[value] }))}
        onChange={(next) => list.choose({ view: next === 'all' ? undefined : next })}
      />
      <div className={styles.tools}>
        <SearchInput {...SEARCH} value={state.q} onChange={list.setQ} />
        <PeriodPicker value={state.period} onChange={list.setPeriod} />
        <Segmented
          label="Rows"
          value={level}
          options={LEVELS}
          onChange={(next) => list.choose({ level: next === 'site' ? undefined : next })}
        />
        <span className="grow" />
        <LazyTools spec={spec} list={list} columns={columns} />
      </div>
    </>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { ListAnswer } from '~/api/types';
import { plural } from '~/lib/format';
import { isFiltered, PAGE_SIZES } from '~/lib/list';
import { type BulkAction, BulkBar } from '~/ui/bulk-bar';
import { Button } from '~/ui/button';
import { ColumnChooser } from '~/ui/column-chooser';
import { SearchInput, Tabs } from '~/ui/controls';
import { DataTable, type TableColumn } from '~/ui/data-table';
import { Pager } from '~/ui/pager';
import { PeriodPicker } from '~/ui/period-picker';
import { Empty, ErrorPanel } from '~/ui/states';
import styles from './list.module.css';
import type { List } from './use-list';

/** What a list page brings; the rest is the same on every one. */
export interface ListViewProps<Row extends object> {
  list: List;
  /** One and many: "campaign", "campaigns". */
  noun: [string, string];
  columns: readonly TableColumn<Row>[];
  answer: UseQueryResult<ListAnswer<Row>>;
  rowId(row: Row): string;
  rowName(row: Row): string;
  menu?(row: Row): ReactNode;
  /** What can be done with selected rows; without it rows cannot be selected. */
  bulk?(rows: Row[], clear: () => void): BulkAction[];
  /** Shown while there is nothing at all. */
  first: ReactNode;
  searchLabel: string;
  /** More tools after the date range. */
  tools?: ReactNode;
  /** Lists without statistics have no date range. */
  withPeriod?: boolean;
  /** Lists without figures have no totals row. */
  withTotals?: boolean;
  searchPlaceholder?: string;
  /** What is chosen in `tools`: whether it hides rows, and how to undo it. */
  narrowed?: { on: boolean; clear(): void };
  /** Says why nothing is found; told in terms of "your" things by default. */
  noneText?: string;
  compact?: boolean;
}

/** Tabs, search, date range, columns, table with totals, pages, bulk bar: the list pattern. */
export function ListView<Row extends object>({
  list,
  noun,
  columns,
  answer,
  rowId,
  rowName,
  menu,
  bulk,
  first,
  searchLabel,
  tools,
  withPeriod = true,
  withTotals = true,
  searchPlaceholder = 'Name or id',
  narrowed,
  noneText,
  compact,
}: ListViewProps<Row>) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { state, defaults } = list;
  const data = answer.data;
  const rows = data?.data ?? NO_ROWS;
  const here = useMemo(() => (rows as Row[]).filter((row) => picked.has(rowId(row))), [rows, picked, rowId]);
  const selected = useMemo(() => new Set(here.map(rowId)), [here, rowId]);
  const clear = () => setPicked(new Set());
  const counts = data?.counts_by_status;
  const total = data?.pagination.total ?? 0;
  const isBare = isBareList(answer, list) && !narrowed?.on;
  const showsTabs = defaults.tabs.length > 1;
  return (
    <div className={styles.list}>
      {showsTabs && (
        <Tabs
          label="Status"
          value={state.tab?.value ?? ''}
          options={defaults.tabs.map((tab) => ({
            value: tab.value,
            label: tab.label,
            count: counts ? (counts[tab.status === undefined ? 'total' : String(tab.status)] ?? 0) : undefined,
          }))}
          onChange={list.setTab}
        />
      )}
      {isBare && first}
      {!isBare && (
        <div className={styles.tools}>
          <SearchInput label={searchLabel} placeholder={searchPlaceholder} value={state.q} onChange={list.setQ} />
          {withPeriod && state.stats && (
            <PeriodPicker value={state.period} today={Date.now()} onChange={list.setPeriod} />
          )}
          {tools}
          <span className="grow" />
          <ColumnChooser columns={columns} visible={state.columns} onChange={list.setColumns} />
        </div>
      )}
      {isBare ? null : answer.isError && !data ? (
        <ErrorPanel title={`The ${noun[1]} did not load`} error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <>
          <DataTable
            label={`Table of ${noun[1]}`}
            columns={columns}
            rows={rows as Row[]}
            rowId={rowId}
            rowName={rowName}
            visible={state.columns}
            sort={list.sort}
            onSort={list.setSort}
            {...(bulk ? { selected, onSelect: setPicked } : {})}
            {...(menu ? { menu } : {})}
            {...(withTotals ? { totalLabel: `Total of ${plural(total, noun[0], noun[1])}` } : {})}
            loading={answer.isPending}
            stale={answer.isPlaceholderData}
            compact={compact ?? false}
            empty={
              <Empty
                small
                title={state.q ? `Nothing is called “${state.q}”` : `No ${noun[1]} here`}
                actions={
                  <Button size="sm" onClick={narrowed?.clear ?? list.clear}>
                    Show all {noun[1]}
                  </Button>
                }
              >
                {noneText !== undefined
                  ? noneText
                  : state.tab?.status === undefined
                    ? `None of your ${noun[1]} has this name or id.`
                    : `None of your ${noun[1]} is under “${state.tab.label}”${state.q ? ' with this name or id' : ' now'}.`}
              </Empty>
            }
          />
          {data && total > 0 && (
            <Pager
              page={data.pagination.current_page}
              lastPage={data.pagination.last_page}
              perPage={data.pagination.per_page}
              total={total}
              sizes={PAGE_SIZES}
              count={state.count}
              onPage={list.setPage}
              onCount={list.setCount}
            />
          )}
        </>
      )}
      {bulk && here.length > 0 && (
        <div className={styles.bulk}>
          <BulkBar count={here.length} label={noun[1]} actions={bulk(here, clear)} onClear={clear} />
        </div>
      )}
    </div>
  );
}

/** Whether there is nothing at all yet: then the page says what comes here, and nothing else. */
export function isBareList(answer: UseQueryResult<ListAnswer<object>>, list: List): boolean {
  return (
    answer.data !== undefined && answer.data.pagination.total === 0 && !isFiltered(list.state) && list.state.page === 1
  );
}

const NO_ROWS: never[] = [];

import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { errorText } from '~/api/problem';
import type { ListAnswer } from '~/api/types';
import { useUnit, useUser } from '~/app/queries';
import { plural } from '~/lib/format';
import { isGod } from '~/lib/roles';
import { Button } from '~/ui/button';
import { SearchInput, Tabs } from '~/ui/controls';
import { useLeftFocus } from '~/ui/kept-focus';
import { late } from '~/ui/late';
import { PeriodPicker } from '~/ui/period-picker';
import { Empty } from '~/ui/states';
import { AnswerCards, AnswerTable } from './answered';
import { columnsOf } from './columns';
import { EmptyPlace } from './empty-place';
import { LazyTools } from './lazy-tools';
import styles from './list.module.css';
import { ActionMenu, bulkActions, rowActions, SelectionBar } from './row-actions';
import { idOfRow } from './row-key';
import type { ListSpec } from './spec';
import { useChanges } from './use-changes';
import type { List } from './use-list';
import { type ListWithRows, useRows, useSpec } from './use-rows';

// Few lists have any, and they bring their own fields.
const ListFilters = late(() => import('./list-filters'));

/** A list that is a part of a page. */
export function ListPart<Row extends object>(props: { spec: ListSpec<Row> }) {
  const spec = useSpec(props.spec);
  return <ListView spec={spec} {...useRows(spec)} />;
}

/** Tabs, search, filters, date range, columns, table with totals, pages, what can be done: the list pattern. */
export function ListView<Row extends object>({
  spec,
  list,
  answer,
  isBare,
  begin,
}: ListWithRows<Row> & {
  spec: ListSpec<Row>;
  /** The button of the empty place, in place of its link. */
  begin?: ReactNode;
}) {
  const place = useLeftFocus<HTMLDivElement>();
  const unit = useUnit();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { act } = useChanges(spec);
  const { state } = list;
  const { data } = answer;
  const { stats } = state;
  const totals = data?.total_statistic;
  const asGod = isGod(useUser());
  const columns = useMemo(
    () => columnsOf(spec, { unit, stats, totals, act, asGod }),
    [spec, unit, stats, totals, act, asGod],
  );
  const here = useMemo(() => (data?.data ?? []).filter((row) => picked.has(idOfRow(spec, row))), [data, picked, spec]);
  const selected = useMemo(() => new Set(here.map((row) => idOfRow(spec, row))), [here, spec]);
  const menu = useMemo(
    () => (rowActions(spec).length > 0 ? (row: Row) => <ActionMenu spec={spec} row={row} act={act} /> : undefined),
    [spec, act],
  );
  const [opened, setOpened] = useState<Readonly<Record<string, true>>>({});
  const { below } = spec;
  const tree = below && {
    children: () => undefined,
    canOpen: () => true,
    opened,
    onOpen: (row: Row, isOpen: boolean) =>
      setOpened(({ [idOfRow(spec, row)]: _, ...others }) =>
        isOpen ? { ...others, [idOfRow(spec, row)]: true } : others,
      ),
    name: spec.rowName,
    below: (row: Row) => below(row, list),
  };
  const [one, many] = spec.noun;
  const answered = {
    what: many,
    answer,
    empty: <NothingFound list={list} many={many} none={spec.none} />,
    ...(spec.cursor === undefined && !spec.whole
      ? { page: { go: list.setPage, ...(spec.sizes === false ? {} : { count: state.count, size: list.setCount }) } }
      : {}),
  };
  return (
    <div ref={place} className={styles.list}>
      <StatusTabs list={list} label={spec.tabsLabel} counts={data?.counts_by_status} />
      {isBare ? (
        <EmptyPlace {...spec.first} begin={begin} />
      ) : (
        <>
          {(spec.search || spec.filters || spec.offersFile) && (
            <div className={styles.tools}>
              {spec.search && (
                <SearchInput placeholder="Name or id" {...spec.search} value={state.q} onChange={list.setQ} />
              )}
              {((spec.metrics && stats) || spec.dated) && (
                <PeriodPicker value={state.period} onChange={list.setPeriod} />
              )}
              {spec.filters && (
                <Suspense fallback={null}>
                  <ListFilters filters={spec.filters} list={list} />
                </Suspense>
              )}
              <span className="grow" />
              <LazyTools spec={spec} list={list} columns={columns} />
            </div>
          )}
          {answer.isError && data && <p className="s13 t3">What stands here is not fresh: {errorText(answer.error)}</p>}
          {spec.card ? (
            <AnswerCards
              {...answered}
              card={(row) => spec.card?.(row, act)}
              under={spec.under}
              shapes={spec.shapes}
              rowId={(row) => idOfRow(spec, row)}
            />
          ) : (
            <AnswerTable
              {...answered}
              columns={columns}
              rowId={(row) => idOfRow(spec, row)}
              rowName={spec.rowName}
              visible={state.columns}
              sort={list.sort}
              onSort={list.setSort}
              {...(bulkActions(spec).length > 0 ? { selected, onSelect: setPicked } : {})}
              {...(menu ? { menu } : {})}
              {...(tree ? { tree } : {})}
              {...(spec.named?.beside ? { isCurrent: spec.named.beside.isOpen } : {})}
              {...(spec.metrics || totals
                ? { totalLabel: `Total of ${plural(data?.pagination.total ?? 0, one, many)}` }
                : {})}
            />
          )}
          {spec.cursor !== undefined && <Turns list={list} next={data?.next ?? undefined} />}
        </>
      )}
      <SelectionBar spec={spec} rows={here} act={act} onSelect={setPicked} />
    </div>
  );
}

function StatusTabs({ list, label, counts }: { list: List; label: string | undefined; counts: Counts }) {
  const { tabs = [] } = list.defaults;
  if (tabs.length < 2) return null;
  const countOf = (status: string) => (counts && (status in counts ? counts[status] : 0)) ?? undefined;
  return (
    <Tabs
      label={label ?? 'Status'}
      value={list.state.tab?.value ?? ''}
      options={tabs.map(({ value, label, status = 'total' }) => ({ value, label, count: countOf(String(status)) }))}
      onChange={list.setTab}
    />
  );
}

/** The ways to other rows where pages have no numbers. */
function Turns({ list, next }: { list: List; next: number | undefined }) {
  const { before } = list.state;
  if (before === undefined && next === undefined) return null;
  return (
    <div className={styles.turns}>
      {before !== undefined && <Button onClick={() => list.setBefore(undefined)}>Newest</Button>}
      {next !== undefined && <Button onClick={() => list.setBefore(next)}>More</Button>}
    </div>
  );
}

type Counts = ListAnswer<object>['counts_by_status'];

function NothingFound({ list, many, none }: { list: List; many: string; none: ListSpec<object>['none'] }) {
  const { q, tab } = list.state;
  const isFirst = tab === list.defaults.tabs?.[0];
  return (
    <Empty
      small
      title={none?.title ?? (q ? `Nothing is called “${q}”` : `No ${many} here`)}
      actions={
        <Button size="sm" onClick={list.clear}>
          {none?.all ?? `Show all ${many}`}
        </Button>
      }
    >
      {none?.text ??
        (isFirst || !tab
          ? `None of your ${many} has this name or id.`
          : `None of your ${many} is under “${tab.label}”${q ? ' with this name or id' : ' now'}.`)}
    </Empty>
  );
}

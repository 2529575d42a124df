import type { SourceRow } from '~/api/sdk';
import { plural } from '~/lib/format';
import { DataTable } from '~/ui/data-table';
import { Pager } from '~/ui/pager';
import { Empty, ErrorPanel } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import type { ListSpec } from '../list/spec';
import type { List } from '../list/use-list';
import { SourceMenu } from './source-actions';
import { sourceKey, sourceName } from './source-words';
import { chosenOf } from './sources-list';
import type { SourceChanges } from './use-source-changes';
import type { SourceRows } from './use-source-rows';

const SIZES = [20, 50, 100, 500];

/** The sources with their pages: a site opens to its blocks. */
export function SourcesTable({
  rows: { answer, stats, listed, under, opened, open },
  list,
  first,
  columns,
  changes,
  selected,
  onSelect,
}: {
  rows: SourceRows;
  list: List;
  first: ListSpec<SourceRow>['first'];
  columns: readonly TableColumn<SourceRow>[];
  changes: SourceChanges;
  selected: ReadonlySet<string>;
  onSelect(keys: ReadonlySet<string>): void;
}) {
  const { state } = list;
  const { view, level } = chosenOf(list);
  const pages = stats?.pagination;
  return (
    <>
      <div id="sources">
        {answer.isError && !stats ? (
          <ErrorPanel title="The sources did not load" of={answer} />
        ) : (
          <DataTable<SourceRow>
            label="Sources"
            columns={columns}
            visible={state.columns}
            rows={listed}
            rowId={sourceKey}
            rowName={sourceName}
            sort={list.sort}
            onSort={list.setSort}
            selected={selected}
            onSelect={onSelect}
            totalLabel={`Total of ${plural(pages?.total ?? 0, level === 'site' ? 'site' : 'block')}`}
            loading={answer.isPending}
            stale={answer.isPlaceholderData}
            tree={{
              children: (row) => (row.block_id === null ? under.get(row.site_id) : undefined),
              canOpen: (row) => row.block_id === null,
              opened,
              onOpen: (row, isOpen) => open(sourceKey(row), isOpen),
              name: (row) => `blocks of ${row.site_name}`,
            }}
            menu={(row) => <SourceMenu row={row} changes={changes} />}
            empty={
              state.q.trim() !== '' || view !== 'all' ? (
                <Empty title="No source matches">Search for a site or a number, or choose another tab.</Empty>
              ) : (
                <Empty title={first.title}>{first.text}</Empty>
              )
            }
          />
        )}
      </div>
      <Pager of={pages} sizes={SIZES} count={state.count} onPage={list.setPage} onCount={list.setCount} />
    </>
  );
}

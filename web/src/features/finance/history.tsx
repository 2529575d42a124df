import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Pagination } from '~/api/sdk';
import { DataTable, type TableColumn } from '~/ui/data-table';
import { Pager } from '~/ui/pager';
import { ErrorPanel } from '~/ui/states';
import styles from './finance.module.css';

/** The history of a balance: a table with pages; the page is in the address. */
export function History<Row extends object>({
  answer,
  columns,
  rowId,
  empty,
}: {
  answer: UseQueryResult<{ data: Row[]; pagination: Pagination }>;
  columns: readonly TableColumn<Row>[];
  rowId(row: Row): string;
  empty: ReactNode;
}) {
  const navigate = useNavigate();
  return (
    <section aria-labelledby="history">
      <h2 className={styles.h2} id="history">
        History
      </h2>
      {answer.isError && !answer.data ? (
        <ErrorPanel title="The history did not load" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <>
          <DataTable
            label="Table of the history"
            columns={columns}
            rows={answer.data?.data ?? []}
            rowId={rowId}
            loading={answer.isPending}
            stale={answer.isPlaceholderData}
            skeletonRows={5}
            empty={empty}
          />
          {answer.data && answer.data.pagination.total > 0 && (
            <Pager
              page={answer.data.pagination.current_page}
              lastPage={answer.data.pagination.last_page}
              perPage={answer.data.pagination.per_page}
              total={answer.data.pagination.total}
              onPage={(page) =>
                void navigate({
                  to: '.',
                  search: () => ({ page: page === 1 ? undefined : page }),
                  resetScroll: false,
                })
              }
            />
          )}
        </>
      )}
    </section>
  );
}

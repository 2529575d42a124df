import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { Pagination } from '~/api/types';
import { PAGE_SIZES } from '~/lib/list';
import { DataTable, type DataTableProps } from '~/ui/data-table';
import { Pager } from '~/ui/pager';
import { ErrorPanel, Skeleton } from '~/ui/states';
import styles from './list.module.css';

/** What all looks of an answer need. */
interface Answered<Row> {
  /** What does not load, and what a table is of: "campaigns". */
  what: string;
  answer: Pick<
    UseQueryResult<{ data: Row[]; pagination?: Pagination }>,
    'data' | 'error' | 'isError' | 'isPending' | 'isPlaceholderData'
  > & { refetch(): unknown };
  /** What stands in place of no rows. */
  empty: ReactNode;
  /** How to go to other pages; `count` is the chosen size, where it can be chosen. */
  page?: { go(page: number): void; count?: number; size?(count: number): void };
}

function Whole<Row>({ what, answer, page, children }: Omit<Answered<Row>, 'empty'> & { children: ReactNode }) {
  if (answer.isError && !answer.data) return <ErrorPanel title={`The ${what} did not load`} of={answer} />;
  return (
    <>
      {children}
      {page && (
        <Pager
          of={answer.data?.pagination}
          onPage={page.go}
          {...(page.size && page.count !== undefined
            ? { sizes: PAGE_SIZES, count: page.count, onCount: page.size }
            : {})}
        />
      )}
    </>
  );
}

/** The table of an answer: skeletons, rows, pages; or what went wrong. */
export function AnswerTable<Row extends object>({
  what,
  answer,
  page,
  ...table
}: Answered<Row> & Omit<DataTableProps<Row>, 'label' | 'rows' | 'loading' | 'stale' | 'empty'>) {
  return (
    <Whole what={what} answer={answer} {...(page ? { page } : {})}>
      <DataTable
        label={`Table of ${what}`}
        rows={answer.data?.data ?? NO_ROWS}
        loading={answer.isPending}
        stale={answer.isPlaceholderData}
        {...table}
      />
    </Whole>
  );
}

/** Widths of lines of the skeleton, in percent. */
const WAITING = [62, 80, 48] as const;

/** The rows of an answer as cards, one below the other. */
export function AnswerCards<Row extends object>({
  card,
  under = () => '',
  shapes = WAITING.length,
  rowId,
  empty,
  ...answered
}: Answered<Row> & {
  card(row: Row): ReactNode;
  /** The heading under which it stands; none unless said. */
  under?: ((row: Row) => string) | undefined;
  shapes?: number | undefined;
  rowId(row: Row): string;
}) {
  const { isPending, data } = answered.answer;
  const groups = new Map<string, Row[]>();
  for (const row of data?.data ?? []) groups.set(under(row), [...(groups.get(under(row)) ?? []), row]);
  return (
    <Whole {...answered}>
      {isPending && (
        <div aria-busy>
          <p className="vh" role="status">
            Loading: {answered.what}
          </p>
          {WAITING.slice(0, shapes).map((width) => (
            <div key={width} className={styles.card}>
              <Skeleton width={220} height={14} />
              <Skeleton width={`${width}%`} />
              <Skeleton width={`${width - 20}%`} />
            </div>
          ))}
        </div>
      )}
      {[...groups].map(([heading, rows]) => (
        <Fragment key={heading}>
          {heading && <h3 className={styles.under}>{heading}</h3>}
          <ul className={styles.cards} aria-label={[answered.what, heading].filter(Boolean).join(', ')}>
            {rows.map((row) => (
              <li key={rowId(row)}>{card(row)}</li>
            ))}
          </ul>
        </Fragment>
      ))}
      {data?.data.length === 0 && empty}
    </Whole>
  );
}

const NO_ROWS: never[] = [];

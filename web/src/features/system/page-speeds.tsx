import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, listClientTracesOptions } from '~/api/queries';
import type { ClientTrace } from '~/api/sdk';
import { TRACE_KIND_LABELS } from '~/api/words';
import { formatNumber } from '~/lib/format';
import { Button } from '~/ui/button';
import { DataTable } from '~/ui/data-table';
import { Empty, ErrorPanel } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import styles from './system.module.css';

/** Rows until all are wished for. */
const SHOWN = 15;

/** A duration as people read it. */
const took = (ms: number) => (ms < 1_000 ? `${formatNumber(ms)} ms` : `${formatNumber(ms / 1_000, 1)} s`);

const COLUMNS: TableColumn<ClientTrace>[] = [
  { id: 'kind', label: 'What', cell: ({ kind }) => TRACE_KIND_LABELS[kind] },
  { id: 'path', label: 'Path', cell: ({ path }) => <span className="mono">{path}</span> },
  { id: 'median', label: 'Half within', align: 'right', cell: ({ median_ms }) => took(median_ms) },
  { id: 'p95', label: '95 of 100 within', align: 'right', cell: ({ p95_ms }) => took(p95_ms) },
  { id: 'reports', label: 'Reports', align: 'right', cell: ({ reports }) => formatNumber(reports) },
];

const NONE: ClientTrace[] = [];

/** How long pages and calls took in people's browsers, those first that people waited for longest in all. */
export function PageSpeeds() {
  const [isWhole, showAll] = useState(false);
  const answer = useQuery({ ...listClientTracesOptions(), select: dataOf });
  const rows = answer.data ?? NONE;
  if (answer.isError) return <ErrorPanel title="How long pages take did not load" of={answer} />;
  return (
    <>
      <h2 className={styles.part}>How long pages take in people’s browsers</h2>
      <p className="s13 t2">
        A part of all pages and calls of the last 7 days, without who waited: what people waited for longest in all
        stands first.
      </p>
      <DataTable
        label="Table of how long pages take"
        columns={COLUMNS}
        rows={isWhole ? rows : rows.slice(0, SHOWN)}
        rowId={({ kind, path }) => `${kind} ${path}`}
        loading={answer.isPending}
        empty={
          <Empty small title="No page was reported in the last 7 days">
            As soon as somebody who is logged in looks at pages, what they take appears here.
          </Empty>
        }
      />
      {!isWhole && rows.length > SHOWN && (
        <Button onClick={() => showAll(true)}>Show all {formatNumber(rows.length)}</Button>
      )}
    </>
  );
}

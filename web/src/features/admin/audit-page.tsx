import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AuditEntry } from '~/api/sdk';
import { formatTime } from '~/lib/format';
import { paths } from '~/lib/paths';
import { Button } from '~/ui/button';
import { SearchInput } from '~/ui/controls';
import { DataTable, type TableColumn } from '~/ui/data-table';
import { FilterChip, None } from '~/ui/marks';
import { Pager } from '~/ui/pager';
import { Empty, ErrorPanel } from '~/ui/states';
import { PageHead } from '../frame/page-head';
import listStyles from '../list/list.module.css';
import styles from './admin.module.css';
import { auditQuery } from './api';
import { openAuditRow } from './audit-row';
import { actionName, changesBetween, shortValue } from './diff';
import { useSearchPatch } from './use-search-patch';

/** What is chosen, in the address. */
interface AuditSearch {
  user?: number | undefined;
  subject?: string | undefined;
  id?: number | undefined;
  page?: number | undefined;
}

/** Changed fields that a row shows; the rest is in its dialog. */
const SHOWN_CHANGES = 2;

function Change({ row }: { row: AuditEntry }) {
  const changes = changesBetween(row.before, row.after);
  if (changes.length === 0) return <None />;
  return (
    <span className={styles.diff}>
      {changes.slice(0, SHOWN_CHANGES).map((change) => (
        <span key={change.name}>
          <span className="t2">{change.name}</span> {Boolean(row.before) && <del>{shortValue(change.before)}</del>}
          <ins>{shortValue(change.after)}</ins>
        </span>
      ))}
      {changes.length > SHOWN_CHANGES && <span className="t3">and {changes.length - SHOWN_CHANGES} more</span>}
    </span>
  );
}

/** Who changed what, as whom, when and from where. */
export function AuditPage() {
  const [search, set] = useSearchPatch<AuditSearch>();
  const answer = useQuery(
    auditQuery({
      ...(search.user === undefined ? {} : { user_id: search.user }),
      ...(search.subject === undefined ? {} : { subject: search.subject }),
      ...(search.id === undefined ? {} : { subject_id: search.id }),
      page: search.page ?? 1,
    }),
  );
  const columns = useMemo<TableColumn<AuditEntry>[]>(
    () => [
      {
        id: 'at',
        label: 'Time, UTC',
        width: 150,
        cell: (row) => <span className="num nw">{formatTime(row.at)}</span>,
      },
      {
        id: 'who',
        label: 'Who',
        cell: (row) =>
          row.actor ? (
            <span className={styles.who}>
              <Link {...paths.user(row.actor.id)} className="quiet">
                {row.actor.email}
              </Link>
              {row.acting_as && <span className="s12 t2">as {row.acting_as.email}</span>}
            </span>
          ) : (
            <span className="t2">The system</span>
          ),
      },
      { id: 'action', label: 'What', cell: (row) => actionName(row.action) },
      {
        id: 'subject',
        label: 'Of',
        cell: (row) => (
          <button
            type="button"
            className="quiet"
            title="Show all changes of it"
            onClick={() => set({ subject: row.subject, id: row.subject_id || undefined })}
          >
            {actionName(row.subject)} <span className="mono t3">{row.subject_id || ''}</span>
          </button>
        ),
      },
      { id: 'change', label: 'Change', width: 280, cell: (row) => <Change row={row} /> },
      { id: 'address', label: 'From', cell: (row) => <span className="mono">{row.address || <None />}</span> },
    ],
    [set],
  );
  const isFiltered = search.user !== undefined || search.subject !== undefined || search.id !== undefined;
  const rows = answer.data?.data ?? NO_ROWS;
  const pages = answer.data?.pagination;
  return (
    <>
      <PageHead crumbs={[{ label: 'Back office' }]} />
      <div className={listStyles.list}>
        <div className={listStyles.tools}>
          <SearchInput
            label="Changes by the user with this id"
            placeholder="Id of a user"
            value={search.user === undefined ? '' : String(search.user)}
            onChange={(text) => set({ user: /^\d+$/.test(text.trim()) ? Number(text.trim()) : undefined })}
          />
          {search.user !== undefined && (
            <FilterChip field="User" value={search.user} onRemove={() => set({ user: undefined })} />
          )}
          {search.subject !== undefined && (
            <FilterChip
              field="Of"
              value={`${actionName(search.subject)} ${search.id ?? ''}`}
              onRemove={() => set({ subject: undefined, id: undefined })}
            />
          )}
        </div>
        {answer.isError && !answer.data ? (
          <ErrorPanel title="The audit log did not load" error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <>
            <DataTable
              label="Table of changes"
              columns={columns}
              rows={rows}
              rowId={(row) => String(row.id)}
              loading={answer.isPending}
              stale={answer.isPlaceholderData}
              menu={(row) => (
                <Button
                  variant="ghost"
                  size="sm"
                  icon
                  aria-label={`All of change ${row.id}`}
                  onClick={() => openAuditRow(row)}
                >
                  <IconEye size={16} stroke={1.75} aria-hidden />
                </Button>
              )}
              empty={
                <Empty
                  small
                  title="No change here"
                  actions={
                    isFiltered && (
                      <Button size="sm" onClick={() => set({ user: undefined, subject: undefined, id: undefined })}>
                        Show all changes
                      </Button>
                    )
                  }
                >
                  {isFiltered ? 'Nothing was changed that fits what is chosen above.' : 'Every change appears here.'}
                </Empty>
              }
            />
            {pages && pages.total > 0 && (
              <Pager
                page={pages.current_page}
                lastPage={pages.last_page}
                perPage={pages.per_page}
                total={pages.total}
                onPage={(page) => set({ page: page === 1 ? undefined : page })}
              />
            )}
          </>
        )}
      </div>
    </>
  );
}

const NO_ROWS: AuditEntry[] = [];

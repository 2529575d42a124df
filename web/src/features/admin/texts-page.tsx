import { IconEdit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EditableEntry } from '~/api/sdk';
import { TEXT_KIND_LABELS } from '~/api/words';
import { formatDate } from '~/lib/format';
import { paths } from '~/lib/paths';
import { SearchInput, Tabs } from '~/ui/controls';
import { DataTable, type TableColumn } from '~/ui/data-table';
import { Badge, None } from '~/ui/marks';
import { Empty, ErrorPanel } from '~/ui/states';
import { PageHead } from '../frame/page-head';
import listStyles from '../list/list.module.css';
import styles from './admin.module.css';
import { textsQuery } from './texts-api';
import { useSearchPatch } from './use-search-patch';

/** What is chosen, in the address. */
interface TextsSearch {
  kind?: string | undefined;
  q?: string | undefined;
  page?: number | undefined;
}

const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'policy', label: TEXT_KIND_LABELS.policy },
  { value: 'page', label: TEXT_KIND_LABELS.page },
  { value: 'help', label: TEXT_KIND_LABELS.help },
];

const COLUMNS: TableColumn<EditableEntry>[] = [
  {
    id: 'title',
    label: 'Text',
    cell: (text) => (
      <span className={styles.user}>
        <Link {...paths.text(text.slug)} className="ell" title={text.title}>
          {text.title}
        </Link>
        <span className="mono t3 desk-only">{text.slug}</span>
      </span>
    ),
  },
  {
    id: 'kind',
    label: 'Kind',
    cell: (text) => KINDS.find((kind) => kind.value === text.kind)?.label ?? text.kind,
  },
  { id: 'section', label: 'Section', cell: (text) => text.section || <None /> },
  {
    id: 'changed',
    label: 'State',
    cell: (text) =>
      text.is_changed ? (
        <Badge tone="info" icon={<IconEdit size={14} aria-hidden />}>
          Changed here
        </Badge>
      ) : (
        <span className="t2">As delivered</span>
      ),
  },
  { id: 'updated', label: 'Dated', align: 'right', cell: (text) => formatDate(text.updated_at) },
];

/** Policies, pages and help articles: all texts that can be changed here. */
export function TextsPage() {
  const [search, set] = useSearchPatch<TextsSearch>();
  const answer = useQuery(textsQuery);
  const kind = search.kind ?? 'all';
  const needle = (search.q ?? '').trim().toLowerCase();
  const found = (answer.data ?? []).filter((text) =>
    `${text.title} ${text.slug} ${text.section ?? ''}`.toLowerCase().includes(needle),
  );
  const rows = found.filter((text) => kind === 'all' || text.kind === kind);
  return (
    <>
      <PageHead crumbs={[{ label: 'Back office' }]} />
      <div className={listStyles.list}>
        <Tabs
          label="Kind"
          value={kind}
          options={KINDS.map((one) => ({
            ...one,
            count: answer.data && found.filter((text) => one.value === 'all' || text.kind === one.value).length,
          }))}
          onChange={(next) => set({ kind: next === 'all' ? undefined : next })}
        />
        <div className={listStyles.tools}>
          <SearchInput
            label="Search texts"
            placeholder="Title or address"
            value={search.q ?? ''}
            onChange={(q) => set({ q: q || undefined })}
          />
        </div>
        {answer.isError && !answer.data ? (
          <ErrorPanel title="The texts did not load" error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <DataTable
            label="Table of texts"
            columns={COLUMNS}
            rows={rows}
            rowId={(text) => text.slug}
            loading={answer.isPending}
            empty={
              <Empty small title="No text here">
                No text has this title or address.
              </Empty>
            }
          />
        )}
      </div>
    </>
  );
}

import { IconCode, IconEdit, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Block, Site } from '~/api/sdk';
import { BlockStatus } from '~/api/words';
import { useUnit } from '~/app/queries';
import type { ListDefaults } from '~/lib/list';
import { paths } from '~/lib/paths';
import { BLOCK_STATUSES, FORMATS, statusOf } from '~/lib/statuses';
import { Button, buttonClass } from '~/ui/button';
import { CodeLine } from '~/ui/code-line';
import { confirm } from '~/ui/confirm';
import { Switch } from '~/ui/controls';
import type { TableColumn } from '~/ui/data-table';
import { openDialog } from '~/ui/dialogs';
import { Tag } from '~/ui/marks';
import { RowMenu } from '~/ui/row-menu';
import { Empty } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import { toast } from '~/ui/toast';
import listStyles from '../list/list.module.css';
import { ListView } from '../list/list-view';
import { metricColumns } from '../list/metric-columns';
import { useList } from '../list/use-list';
import { blocksQuery, placeCode, scriptCode, scriptQuery, type TagAddress, useRemove, useStartBlock } from './api';
import styles from './sites.module.css';

const LIST: ListDefaults = {
  name: 'blocks',
  period: 'today',
  sort: 'id',
  dir: 'desc',
  count: 50,
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'active', label: 'Active', status: BlockStatus.Active },
    { value: 'stopped', label: 'Stopped', status: BlockStatus.Stopped },
    { value: 'archived', label: 'Archived', status: BlockStatus.Archived },
  ],
};

const SHOWN = ['shows_count_web', 'clicks_count', 'ctr', 'bid_web', 'money_web'];

function showCode(tag: TagAddress, block: Block): void {
  openDialog({
    title: `Code of “${block.name}”`,
    size: 560,
    children: (
      <ol className={styles.steps}>
        <li>
          Once on the page, anywhere:
          <CodeLine code={scriptCode(tag)} label="the script" />
        </li>
        <li>
          Where the ads shall stand:
          <CodeLine code={placeCode(tag, block.id)} label="the place" />
        </li>
      </ol>
    ),
  });
}

/** The blocks of a site, with the code of each. */
export function BlocksList({ site }: { site: Site }) {
  const unit = useUnit();
  const navigate = useNavigate();
  const list = useList(LIST);
  const answer = useQuery(blocksQuery(site.id, list.query));
  const tag = useQuery(scriptQuery).data;
  const { mutateAsync: remove } = useRemove('blocks');
  const { mutate: start } = useStartBlock();
  const totals = answer.data?.total_statistic;
  const columns = useMemo<TableColumn<Block>[]>(
    () => [
      {
        id: 'name',
        label: 'Block',
        sort: 'name',
        cell: (block) => (
          <span className={listStyles.name}>
            <Switch
              checked={block.status_id === BlockStatus.Active}
              disabled={block.status_id === BlockStatus.Archived}
              aria-label={`${block.name} is ${block.status_id === BlockStatus.Active ? 'on' : 'off'}`}
              onChange={(event) => start({ id: block.id, start: event.target.checked })}
            />
            <Link {...paths.blockEdit(block.site_id, block.id)} title={block.name}>
              {block.name}
            </Link>
            <span className={`${listStyles.id} mono t3`}>{block.id}</span>
          </span>
        ),
      },
      {
        id: 'format',
        label: 'Format',
        cell: (block) => <Tag>{FORMATS[block.block_format_type_id] ?? block.block_format_type_id}</Tag>,
      },
      { id: 'template', label: 'Template', cell: (block) => <span className="t2">{block.template_name}</span> },
      {
        id: 'status',
        label: 'Status',
        cell: (block) => <StatusBadge status={statusOf(BLOCK_STATUSES, block.status_id)} />,
      },
      ...(list.state.stats
        ? metricColumns<Block>({ side: 'webmaster', unit, shown: SHOWN, strong: 'money_web', totals })
        : []),
      {
        id: 'code',
        label: 'Code',
        cell: (block) => (
          <Button
            size="sm"
            variant="ghost"
            disabled={!tag}
            onClick={() => tag && showCode(tag, block)}
            aria-label={`Code of ${block.name}`}
          >
            <IconCode size={14} aria-hidden />
            Code
          </Button>
        ),
      },
    ],
    [unit, totals, list.state.stats, tag, start],
  );
  return (
    <ListView
      list={list}
      noun={['block', 'blocks']}
      columns={columns}
      answer={answer}
      rowId={rowId}
      rowName={rowName}
      searchLabel="Search blocks by name or id"
      menu={(block) => (
        <RowMenu
          name={block.name}
          actions={[
            {
              label: 'Open in the constructor',
              icon: <IconEdit size={14} />,
              onClick: () => void navigate(paths.blockEdit(block.site_id, block.id)),
            },
            tag ? { label: 'Copy the code', icon: <IconCode size={14} />, onClick: () => showCode(tag, block) } : null,
            '-',
            {
              label: 'Delete',
              icon: <IconTrash size={14} />,
              bad: true,
              onClick: () =>
                confirm({
                  title: `Delete “${block.name}”?`,
                  body: 'Its places go empty within a second. What it earned stays yours.',
                  action: 'Delete 1',
                  run: async () => {
                    await remove(block.id);
                    toast('Block deleted');
                  },
                }),
            },
          ]}
        />
      )}
      first={
        <Empty
          first
          title="The first block goes here"
          actions={
            <Link {...paths.blockCreate(site.id)} className={buttonClass({ variant: 'accent' })}>
              <IconPlus size={16} aria-hidden />
              New block
            </Link>
          }
        >
          A block is a place for ads on your pages. Choose a template, set it to your colours, copy two lines of code.
        </Empty>
      }
    />
  );
}

const rowId = (block: Block) => String(block.id);
const rowName = (block: Block) => block.name;

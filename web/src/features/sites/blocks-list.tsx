import { IconCode, IconCopy, IconEdit } from '@tabler/icons-react';
import { deleteBlockMutation, listBlocksOptions } from '~/api/queries';
import type { Block } from '~/api/sdk';
import { BlockStatus } from '~/api/words';
import { paths } from '~/lib/paths';
import { BLOCK_STATUSES, FORMATS, statusOf } from '~/lib/statuses';
import { Tag } from '~/ui/marks';
import { deletion, itsOrTheir } from '../list/actions';
import { byId } from '../list/change';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { BLOCKS } from './api';
import { CodeButton, showCode } from './block-code';
import { fillRateColumn } from './fill-rate';

/** The blocks of a site, with the code of each. */
export const blocksList = (site: number): ListSpec<Block> => ({
  ...BLOCKS,
  name: 'blocks',
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'active', label: 'Active', status: BlockStatus.Active },
    { value: 'stopped', label: 'Stopped', status: BlockStatus.Stopped },
    { value: 'archived', label: 'Archived', status: BlockStatus.Archived },
  ],
  rows: ({ query }) => listBlocksOptions({ path: { site_id: site }, query }),
  every: 60_000,
  search: { label: 'Search blocks by name or id' },
  metrics: {
    side: 'webmaster',
    shown: ['shows_count_web', 'clicks_count', 'ctr', 'bid_web', 'money_web'],
  },
  columns: [
    { label: 'Block', sort: 'name', link: (block) => paths.blockEdit(block.site_id, block.id) },
    {
      id: 'format',
      label: 'Format',
      cell: ({ block_format_type_id: format }) => <Tag>{FORMATS[format] ?? format}</Tag>,
    },
    { id: 'template', label: 'Template', cell: (block) => <span className="t2">{block.template_name}</span> },
    statusColumn((block) => statusOf(BLOCK_STATUSES, block.status_id)),
    'metrics',
    fillRateColumn(),
    { id: 'code', label: 'Code', cell: (block) => <CodeButton block={block} /> },
  ],
  actions: [
    { label: 'Open in the constructor', icon: IconEdit, to: (block) => paths.blockEdit(block.site_id, block.id) },
    { label: 'Copy the code', icon: IconCode, only: 'row', open: ([block]) => block && showCode(block) },
    {
      label: 'Copy to sites',
      icon: IconCopy,
      open: (blocks) => void import('./copy-blocks').then(({ askCopy }) => askCopy(site, blocks)),
    },
    '-',
    deletion(
      { each: byId(deleteBlockMutation) },
      (rows) =>
        `${itsOrTheir(rows)} places go empty within a second. What ${rows.length === 1 ? 'it' : 'they'} earned stays yours.`,
    ),
  ],
  first: {
    title: 'The first block goes here',
    text: 'A block is a place for ads on your pages. Choose a template, set it to your colours, copy two lines of code.',
    action: { label: 'New block', link: paths.blockCreate(site) },
  },
});

import { IconBell, IconCode, IconCopy, IconEdit, IconStethoscope } from '@tabler/icons-react';
import { deleteBlockMutation, listBlocksOptions } from '~/api/queries';
import type { Block } from '~/api/sdk';
import { BLOCK_STATUS_LABELS, BlockStatus, LIST_BLOCKS_ORDERS } from '~/api/words';
import { isConstructed, isPush, settingsOf } from '~/lib/block-settings';
import { tabsOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { BLOCK_STATUSES, formatNames, statusOf } from '~/lib/statuses';
import { lateDialog } from '~/ui/late-dialog';
import { deletion, itsOrTheir } from '../list/actions';
import { byId } from '../list/change';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { BLOCKS } from './api';
import { CodeButton, showCode } from './block-code';
import { incomeColumns, placesColumns } from './figures';

const askCopy = lateDialog(
  () => import('./copy-blocks'),
  (dialog) => dialog.askCopy,
);

/** The name of a template as a person reads it: `Image top`. */
const templateWords = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;

/** The blocks of a site, with the code of each. */
export const blocksList = (site: number): ListSpec<Block> => ({
  ...BLOCKS,
  name: 'blocks',
  tabs: tabsOf(BLOCK_STATUS_LABELS, [BlockStatus.Active, BlockStatus.Stopped, BlockStatus.Archived]),
  rows: ({ query }) => listBlocksOptions({ path: { site_id: site }, query: query(LIST_BLOCKS_ORDERS, BlockStatus) }),
  every: 60_000,
  search: { label: 'Search blocks by name or id' },
  metrics: {
    side: 'webmaster',
    shown: ['money_web', 'shows_count_web', 'clicks_count', 'ctr', 'cpm'],
    // As the floor of a block is called, which it is compared with.
    labels: { cpm: 'eCPM' },
  },
  named: { label: 'Block', sort: 'name', opens: settingsOf },
  columns: [
    { id: 'format', label: 'Format', tags: (block) => [formatNames([block.block_format_type_id])] },
    statusColumn((block) => statusOf(BLOCK_STATUSES, block.status_id)),
    // What it earns is seen without scrolling.
    ...incomeColumns<Block>(),
    'metrics',
    ...placesColumns<Block>(),
    { id: 'code', label: 'Code', cell: (block) => <CodeButton block={block} /> },
    { id: 'template', label: 'Template', quiet: true, text: (block) => templateWords(block.template_name) },
  ],
  actions: [
    { label: 'Open in the constructor', icon: IconEdit, when: isConstructed, to: settingsOf },
    { label: 'Push settings', icon: IconBell, when: isPush, to: settingsOf },
    {
      label: 'Check the installation',
      icon: IconStethoscope,
      when: isConstructed,
      to: (block) => paths.blockCheck(block.site_id, block.id),
    },
    { label: 'Copy the code', icon: IconCode, openOne: (block) => showCode(block) },
    {
      label: 'Copy to sites',
      icon: IconCopy,
      when: isConstructed,
      open: (blocks) => askCopy(site, blocks),
    },
    '-',
    deletion(
      { each: byId(deleteBlockMutation) },
      (rows) =>
        `${itsOrTheir(rows)} places go empty within a second${rows.some(isPush) ? ', and no notification is sent' : ''}. What ${rows.length === 1 ? 'it' : 'they'} earned stays yours.`,
    ),
  ],
  first: {
    title: 'The first block goes here',
    text: 'A block is a place for ads on your pages. Choose a template, set it to your colours, copy two lines of code.',
    action: { label: 'New block', link: paths.blockCreate(site) },
  },
});

import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { listNetworkTemplatesOptions, updateTemplateMutation } from '~/api/queries';
import type { NetworkTemplate } from '~/api/sdk';
import { FORMAT_LABELS } from '~/api/words';
import { type Change, calling } from '../list/change';
import { ListPage } from '../list/list-page';
import { allOf } from '../list/locally';
import type { ListSpec } from '../list/spec';

const isOffered = ({ archived_at: archived }: NetworkTemplate) => archived === null;

const setting = (is_archived: boolean) =>
  calling(updateTemplateMutation, ({ id }: NetworkTemplate) => ({ path: { id }, body: { is_archived } }));

const ARCHIVE: Change<NetworkTemplate> = {
  done: 'withdrawn',
  each: setting(true),
  guess: (row) => ({ ...row, archived_at: new Date().toISOString() }),
  undo: () => RESTORE,
};

const RESTORE: Change<NetworkTemplate> = {
  done: 'offered',
  each: setting(false),
  guess: (row) => ({ ...row, archived_at: null }),
  undo: () => ARCHIVE,
};

/** The templates that webmasters choose from, as all of the staff read them. */
const LIST: ListSpec<NetworkTemplate> = {
  name: 'templates',
  noun: ['template', 'templates'],
  rowName: ({ label }) => label,
  told: ['listNetworkTemplates'],
  rows: allOf(listNetworkTemplatesOptions, { words: ({ id, label, name }) => `${id} ${label} ${name}` }),
  search: { label: 'Search templates', placeholder: 'Template or number' },
  sizes: false,
  named: { id: 'label', label: 'Template' },
  columns: [
    { id: 'format', label: 'Format', text: ({ block_format_type_id: format }) => FORMAT_LABELS[format] },
    { id: 'code', label: 'In the tag', code: ({ name }) => name },
    { id: 'blocks', label: 'Blocks', help: 'Blocks that it draws', count: ({ blocks_count: count }) => count },
    { id: 'offered', label: 'Offered', text: (row) => (isOffered(row) ? 'Yes' : 'No') },
  ],
  god: {
    actions: [
      { label: 'Withdraw', icon: IconArchive, when: isOffered, change: ARCHIVE },
      {
        label: 'Offer again',
        icon: IconArchiveOff,
        when: (row) => !isOffered(row),
        change: RESTORE,
      },
    ],
  },
  first: { title: 'There is no template', text: 'The program brings its templates along.' },
  none: { title: 'No template here', text: 'No template is called so.' },
};

/** The templates of native blocks: god says which webmasters are offered. Blocks that have one keep it. */
export const TemplatesPage = () => <ListPage spec={LIST} />;

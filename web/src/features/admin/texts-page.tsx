import { IconEdit } from '@tabler/icons-react';
import { listEditableTextsOptions } from '~/api/queries';
import type { EditableEntry, ListEditableTextsResponse } from '~/api/sdk';
import { TEXT_KIND_LABELS } from '~/api/words';
import { formatDate } from '~/lib/format';
import { paths } from '~/lib/paths';
import { Badge, None } from '~/ui/marks';
import { ListPage } from '../list/list-page';
import { locally } from '../list/locally';
import type { ListSpec } from '../list/spec';

const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'policy', label: TEXT_KIND_LABELS.policy, status: 'policy' },
  { value: 'page', label: TEXT_KIND_LABELS.page, status: 'page' },
  { value: 'help', label: TEXT_KIND_LABELS.help, status: 'help' },
];

const LIST: ListSpec<EditableEntry> = {
  name: 'texts',
  noun: ['text', 'texts'],
  rowId: (text) => text.slug,
  rowName: (text) => text.title,
  told: ['listEditableTexts'],
  tabs: KINDS,
  tabsLabel: 'Kind',
  rows: (list) => ({
    ...listEditableTextsOptions(),
    select: ({ data }: ListEditableTextsResponse) =>
      locally(data, list, {
        words: (text) => `${text.title} ${text.slug} ${text.section ?? ''}`,
        statusOf: (text) => text.kind,
      }),
  }),
  search: { label: 'Search texts', placeholder: 'Title or address' },
  sizes: false,
  columns: [
    { id: 'title', label: 'Text', link: ({ slug }) => paths.text(slug) },
    { id: 'kind', label: 'Kind', cell: ({ kind }) => KINDS.find(({ value }) => value === kind)?.label ?? kind },
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
  ],
  first: { title: 'No text here', text: 'Texts come with the server: it has none.' },
  none: { title: 'No text here', text: 'No text has this title or address.' },
};

/** Policies, pages and help articles: all texts that can be changed here. */
export const TextsPage = () => <ListPage spec={LIST} crumbs={[{ label: 'Back office' }]} />;

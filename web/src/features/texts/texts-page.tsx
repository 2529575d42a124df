import { IconEdit } from '@tabler/icons-react';
import { listEditableTextsOptions } from '~/api/queries';
import type { EditableEntry } from '~/api/sdk';
import { TEXT_KIND_LABELS } from '~/api/words';
import { tabsOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { Badge } from '~/ui/marks';
import { ListPage } from '../list/list-page';
import { allOf } from '../list/locally';
import type { ListSpec } from '../list/spec';

const KINDS = ['policy', 'page', 'help'] as const;

const LIST: ListSpec<EditableEntry> = {
  name: 'texts',
  noun: ['text', 'texts'],
  rowId: (text) => text.slug,
  rowName: (text) => text.title,
  told: ['listEditableTexts'],
  tabs: tabsOf(TEXT_KIND_LABELS, KINDS),
  tabsLabel: 'Kind',
  rows: allOf(listEditableTextsOptions, {
    words: (text) => `${text.title} ${text.slug} ${text.section ?? ''}`,
    statusOf: (text) => text.kind,
  }),
  search: { label: 'Search texts', placeholder: 'Title or address' },
  sizes: false,
  named: { id: 'title', label: 'Text', opens: ({ slug }) => paths.text(slug) },
  columns: [
    { id: 'kind', label: 'Kind', text: ({ kind }) => TEXT_KIND_LABELS[kind] ?? kind },
    { id: 'section', label: 'Section', text: ({ section }) => section },
    {
      id: 'changed',
      label: 'State',
      csv: (text) => (text.is_changed ? 'Changed here' : 'As delivered'),
      cell: (text) =>
        text.is_changed ? (
          <Badge tone="info" icon={<IconEdit size={14} aria-hidden />}>
            Changed here
          </Badge>
        ) : (
          <span className="t2">As delivered</span>
        ),
    },
    { id: 'updated', label: 'Dated', day: (text) => text.updated_at },
  ],
  first: { title: 'No text here', text: 'Texts come with the server: it has none.' },
  none: { title: 'No text here', text: 'No text has this title or address.' },
};

/** Policies, pages and help articles: all texts that can be changed here. */
export const TextsPage = () => <ListPage spec={LIST} />;

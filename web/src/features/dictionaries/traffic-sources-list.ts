import { IconPencil } from '@tabler/icons-react';
import { listNetworkTrafficSourcesOptions } from '~/api/queries';
import type { NetworkTrafficSource } from '~/api/sdk';
import { allOf } from '../list/locally';
import type { ListSpec } from '../list/spec';

/** How visitors come to a page, as all of the staff read it. */
export const TRAFFIC_SOURCES: ListSpec<NetworkTrafficSource> = {
  name: 'traffic-sources',
  noun: ['traffic source', 'traffic sources'],
  rowName: ({ name }) => name,
  told: ['listNetworkTrafficSources'],
  rows: allOf(listNetworkTrafficSourcesOptions, { words: ({ id, name }) => `${id} ${name}` }),
  search: { label: 'Search traffic sources', placeholder: 'Traffic source or number' },
  sizes: false,
  named: { id: 'name', label: 'Traffic source' },
  columns: [
    {
      id: 'campaigns',
      label: 'Campaigns',
      help: 'Campaigns for visitors who come so alone',
      count: ({ campaigns_count: count }) => count,
    },
    { id: 'open', label: 'Can be chosen', text: ({ is_active: isActive }) => (isActive ? 'Yes' : 'No') },
  ],
  god: { actions: [{ label: 'Change', icon: IconPencil, form: 'change' }] },
  first: {
    title: 'There is no traffic source',
    text: 'How visitors come is found by where their page was opened from.',
  },
  none: { title: 'No traffic source here', text: 'No traffic source is called so.' },
};

import { IconPencil } from '@tabler/icons-react';
import { listNetworkCategoriesOptions } from '~/api/queries';
import type { NetworkCategory } from '~/api/sdk';
import { allOf } from '../list/locally';
import type { ListSpec } from '../list/spec';

/** What campaigns advertise and sites are about, as all of the staff read it. */
export const CATEGORIES: ListSpec<NetworkCategory> = {
  name: 'categories',
  noun: ['category', 'categories'],
  rowName: ({ name }) => name,
  told: ['listNetworkCategories'],
  rows: allOf(listNetworkCategoriesOptions, { words: ({ id, name, iab_code: code }) => `${id} ${name} ${code}` }),
  search: { label: 'Search categories', placeholder: 'Category, code or number' },
  sizes: false,
  named: { id: 'name', label: 'Category' },
  columns: [
    {
      id: 'code',
      label: 'IAB code',
      help: 'Pages name it so, or by its number',
      code: ({ iab_code: code }) => code || null,
    },
    { id: 'sites', label: 'Sites', count: ({ sites_count: count }) => count },
    { id: 'campaigns', label: 'Campaigns', count: ({ campaigns_count: count }) => count },
    { id: 'open', label: 'Can be chosen', text: ({ is_active: isActive }) => (isActive ? 'Yes' : 'No') },
  ],
  god: { actions: [{ label: 'Change', icon: IconPencil, form: 'change' }] },
  first: {
    title: 'There is no category yet',
    text: 'Campaigns say what they advertise, and sites what they are about.',
  },
  none: { title: 'No category here', text: 'No category is called so.' },
};

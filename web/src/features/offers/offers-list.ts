import { IconPencil } from '@tabler/icons-react';
import { listNetworkOffersOptions } from '~/api/queries';
import type { NetworkOffer } from '~/api/sdk';
import { TARGET_LABELS } from '~/api/words';
import { allOf } from '../list/locally';
import type { ListSpec } from '../list/spec';

/** The list of the network's offers, as all of the staff read it. */
export const OFFERS: ListSpec<NetworkOffer> = {
  name: 'offers',
  noun: ['offer', 'offers'],
  rowName: ({ name }) => name,
  told: ['listNetworkOffers'],
  rows: allOf(listNetworkOffersOptions, { words: ({ id, name }) => `${id} ${name}` }),
  search: { label: 'Search offers', placeholder: 'Offer or number' },
  sizes: false,
  named: { id: 'name', label: 'Offer' },
  columns: [
    { id: 'target', label: 'Leads to', text: ({ target_id: target }) => TARGET_LABELS[target] },
    { id: 'campaigns', label: 'Campaigns', align: 'right', text: ({ campaigns_count: count }) => count },
    { id: 'open', label: 'Can be chosen', text: ({ is_active: isActive }) => (isActive ? 'Yes' : 'No') },
  ],
  god: { actions: [{ label: 'Change', icon: IconPencil, form: 'change' }] },
  first: {
    title: 'There is no offer yet',
    text: 'Trusted advertisers choose in their campaigns which offer of the network they promote.',
  },
  none: { title: 'No offer here', text: 'No offer is called so.' },
};

import type { PushAd } from '~/api/sdk';
import { languageName } from '~/lib/names';
import type { ListSpec } from '../../list/spec';
import { adStatus, StatusOfAd } from './push-ad-status';
import { PushBid } from './push-bid';

/** The columns of push ads. */
export const PUSH_AD_COLUMNS: NonNullable<ListSpec<PushAd>['columns']> = [
  {
    id: 'status',
    label: 'Status',
    sort: 'status',
    cell: (ad) => <StatusOfAd ad={ad} />,
    csv: (ad) => adStatus(ad).label,
  },
  {
    id: 'bid',
    label: 'Bid',
    inUnit: true,
    align: 'right',
    sort: 'bid',
    cell: (ad) => <PushBid ad={ad} />,
    csv: (ad) => ad.bid,
  },
  'metrics',
  { id: 'body', label: 'Text', hidden: true, quiet: true, text: ({ body }) => body },
  { id: 'language', label: 'Language', hidden: true, text: ({ language_code: code }) => languageName(code) },
  { id: 'url', label: 'Landing page', hidden: true, quiet: true, text: ({ url }) => url },
];

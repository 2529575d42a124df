import type { Ad } from '~/api/sdk';
import { AdStatus } from '~/api/words';
import { paths } from '~/lib/paths';
import { adStatusOf, formatNames } from '~/lib/statuses';
import { StatusBadge } from '~/ui/status-badge';
import type { ListColumn, ListSpec } from '../../list/spec';
import { Bid } from '../bids/bid';
import { LinkTrouble } from '../landing/link-look';
import { Reasons } from '../rejected/reasons';
import { Halts, haltWords } from './halts';

const STATUS: ListColumn<Ad> = {
  id: 'status',
  label: 'Status',
  sort: 'status_id',
  csv: (ad) => adStatusOf(ad).label,
  cell: (ad) => (
    <span className="row">
      <StatusBadge status={adStatusOf(ad)} {...haltWords(ad)} />
      <Halts ad={ad} />
      {ad.status_id === AdStatus.Rejected && <Reasons ad={ad} />}
      <LinkTrouble ad={ad} />
    </span>
  ),
};

/** Where an ad belongs: for lists of several groups. */
export const WHERE: ListColumn<Ad> = {
  id: 'where',
  label: 'Campaign and group',
  yields: true,
  text: (ad) => `${ad.campaign_name ?? ad.campaign_id}, ${ad.group_name ?? ad.group_id}`,
  opens: (ad) => paths.medias(ad.campaign_id, ad.group_id),
};

/** What kinds of blocks it fits. */
export const FORMATS: ListColumn<Ad> = {
  id: 'formats',
  label: 'Formats',
  quiet: true,
  text: (ad) => formatNames(ad.supported_block_format_types),
};

/** The columns of a list of ads, with those that say where else they belong. */
export const adColumns = (...where: ListColumn<Ad>[]): ListSpec<Ad>['columns'] => [
  STATUS,
  {
    id: 'bid',
    label: 'Bid',
    inUnit: true,
    align: 'right',
    cell: (ad) => <Bid ad={ad} />,
    // Beside bids by country it is that of all other countries: none that stands for the ad.
    csv: (ad) => (ad.bids.length > 0 ? null : ad.one_bid_for_all_geo),
  },
  'metrics',
  ...where,
  { id: 'url', label: 'Landing page', hidden: true, quiet: true, text: (ad) => ad.original_url },
];

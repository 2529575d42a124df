import { IconCoin, IconEdit, IconLink } from '@tabler/icons-react';
import {
  archiveAdMutation,
  deleteAdsMutation,
  listAdsOptions,
  listAllAdsOptions,
  unarchiveAdMutation,
} from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { AD_STATUS_LABELS, AdStatus, LIST_ADS_ORDERS } from '~/api/words';
import { tabsOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { AD_STATUSES, formatNames, statusOf } from '~/lib/statuses';
import { Thumb } from '~/ui/marks';
import { StatusBadge } from '~/ui/status-badge';
import { archiving, deletion, itsOrTheir, theyStop } from '../list/actions';
import { byId, byIds } from '../list/change';
import type { ListColumn, ListSpec } from '../list/spec';
import { ADS } from './api';
import { Bid } from './bid';
import { LinkTrouble } from './link-look';
import { Reasons } from './reasons';
import { thumbOf } from './thumb';

const STATUS: ListColumn<Ad> = {
  id: 'status',
  label: 'Status',
  sort: 'status_id',
  cell: (ad) => (
    <span className="row">
      <StatusBadge status={statusOf(AD_STATUSES, ad.status_id)} />
      {ad.status_id === AdStatus.Rejected && <Reasons ad={ad} />}
      <LinkTrouble ad={ad} />
    </span>
  ),
};

const WHERE: ListColumn<Ad> = {
  id: 'where',
  label: 'Campaign and group',
  text: (ad) => `${ad.campaign_name ?? ad.campaign_id}, ${ad.group_name ?? ad.group_id}`,
  opens: (ad) => paths.medias(ad.campaign_id, ad.group_id),
};

const FORMATS: ListColumn<Ad> = {
  id: 'formats',
  label: 'Formats',
  quiet: true,
  text: (ad) => formatNames(ad.supported_block_format_types),
};

const columns = (...where: ListColumn<Ad>[]): ListSpec<Ad>['columns'] => [
  STATUS,
  { id: 'bid', label: 'Bid', inUnit: true, align: 'right', cell: (ad) => <Bid ad={ad} /> },
  'metrics',
  ...where,
  { id: 'url', label: 'Landing page', hidden: true, quiet: true, text: (ad) => ad.original_url },
];

/** Ads of all campaigns, with where each one belongs. */
export const ALL_ADS: ListSpec<Ad> = {
  ...ADS,
  name: 'all-ads',
  sort: 'shows_count',
  count: 20,
  tabs: tabsOf(AD_STATUS_LABELS, [
    AdStatus.Launched,
    AdStatus.Stopped,
    AdStatus.Waiting,
    AdStatus.Rejected,
    AdStatus.OutOfBudget,
    AdStatus.TimePaused,
    AdStatus.Processed,
    AdStatus.Archived,
  ]),
  rows: ({ query }) => listAllAdsOptions({ query: query(LIST_ADS_ORDERS, AdStatus) }),
  every: 30_000,
  search: { label: 'Search ads by title or id' },
  metrics: { side: 'advertiser', shown: ['shows_count', 'clicks_count', 'ctr', 'money', 'lead'] },
  named: {
    label: 'Ad',
    sort: 'title',
    mark: (ad) => <Thumb url={thumbOf(ad)} alt="" square />,
    opens: (ad) => paths.mediaEdit(ad.campaign_id, ad.group_id, ad.id),
  },
  columns: columns(WHERE, { ...FORMATS, hidden: true }),
  actions: [
    {
      label: 'Edit',
      icon: IconEdit,
      // A moderator has it open.
      isOff: (ad) => ad.status_id === AdStatus.InModeration,
      to: (ad) => paths.mediaEdit(ad.campaign_id, ad.group_id, ad.id),
    },
    '-',
    ...archiving<Ad>(
      ADS.noun,
      ADS.wish,
      (ad) => ad.status_id === AdStatus.Archived,
      byId(archiveAdMutation),
      byId(unarchiveAdMutation),
    ),
    {
      label: 'Bid',
      icon: IconCoin,
      only: 'bulk',
      open: (ads) => void import('./bulk-dialogs').then(({ askBid }) => askBid(ads)),
    },
    {
      label: 'Address',
      icon: IconLink,
      only: 'bulk',
      open: (ads) => void import('./bulk-dialogs').then(({ askUrl }) => askUrl(ads)),
    },
    deletion(
      { all: byIds(deleteAdsMutation) },
      (ads) => `${theyStop(ads)} ${itsOrTheir(ads)} statistics and payments stay.`,
    ),
  ],
  first: {
    title: 'Your ads go here',
    text: 'Ads belong to a group of a campaign. Open a campaign, or make the first one.',
    action: { label: 'To campaigns', link: { to: '/advertiser/campaigns' }, icon: null },
  },
};

/** Ads of one group. */
export const groupAdsList = (campaign: string, group: string): ListSpec<Ad> => ({
  ...ALL_ADS,
  name: 'ads',
  sort: 'id',
  count: 50,
  columns: columns(FORMATS),
  rows: ({ query }) => listAdsOptions({ path: { group_id: Number(group) }, query: query(LIST_ADS_ORDERS, AdStatus) }),
  first: {
    title: 'The first ad goes here',
    text: 'A title, two pictures, an address and a bid. A person reads it before it is shown.',
    action: { label: 'New ad', link: paths.mediaCreate(campaign, group) },
  },
});

import { IconCoin, IconEdit, IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import {
  archiveAdMutation,
  deleteAdsMutation,
  listAdsOptions,
  listAllAdsOptions,
  unarchiveAdMutation,
} from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { AdStatus } from '~/api/words';
import { paths } from '~/lib/paths';
import { AD_STATUSES, formatNames, statusOf } from '~/lib/statuses';
import { Thumb } from '~/ui/marks';
import { StatusBadge } from '~/ui/status-badge';
import { archiving, deletion, itsOrTheir, theyStop } from '../list/actions';
import { byId, byIds } from '../list/change';
import type { ListColumn, ListSpec } from '../list/spec';
import styles from './ads.module.css';
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
  cell: (ad) => {
    const where = `${ad.campaign_name ?? ad.campaign_id}, ${ad.group_name ?? ad.group_id}`;
    return (
      <Link {...paths.medias(ad.campaign_id, ad.group_id)} className={`${styles.where} t2 ell`} title={where}>
        {where}
      </Link>
    );
  },
};

const FORMATS: ListColumn<Ad> = {
  id: 'formats',
  label: 'Formats',
  cell: (ad) => <span className="t2">{formatNames(ad.supported_block_format_types)}</span>,
};

const columns = (...where: ListColumn<Ad>[]): ListSpec<Ad>['columns'] => [
  {
    label: 'Ad',
    sort: 'title',
    mark: (ad) => <Thumb url={thumbOf(ad)} alt="" square />,
    link: (ad) => paths.mediaEdit(ad.campaign_id, ad.group_id, ad.id),
  },
  STATUS,
  { id: 'bid', label: 'Bid', inUnit: true, align: 'right', cell: (ad) => <Bid ad={ad} /> },
  'metrics',
  ...where,
  {
    id: 'url',
    label: 'Landing page',
    hidden: true,
    cell: (ad) => (
      <span className={`${styles.where} mono t2 ell`} title={ad.original_url}>
        {ad.original_url}
      </span>
    ),
  },
];

/** Ads of all campaigns, with where each one belongs. */
export const ALL_ADS: ListSpec<Ad> = {
  ...ADS,
  name: 'all-ads',
  sort: 'shows_count',
  count: 20,
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'launched', label: 'Launched', status: AdStatus.Launched },
    { value: 'stopped', label: 'Stopped', status: AdStatus.Stopped },
    { value: 'moderation', label: 'Moderation', status: AdStatus.Waiting },
    { value: 'rejected', label: 'Rejected', status: AdStatus.Rejected },
    { value: 'budget', label: 'Out of budget', status: AdStatus.OutOfBudget },
    { value: 'paused', label: 'Paused', status: AdStatus.TimePaused },
    { value: 'processed', label: 'Processed', status: AdStatus.Processed },
    { value: 'archived', label: 'Archived', status: AdStatus.Archived },
  ],
  rows: ({ query }) => listAllAdsOptions({ query }),
  every: 30_000,
  search: { label: 'Search ads by title or id' },
  metrics: { side: 'advertiser', shown: ['shows_count', 'clicks_count', 'ctr', 'money', 'lead'] },
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
  rows: ({ query }) => listAdsOptions({ path: { group_id: Number(group) }, query }),
  first: {
    title: 'The first ad goes here',
    text: 'A title, two pictures, an address and a bid. A person reads it before it is shown.',
    action: { label: 'New ad', link: paths.mediaCreate(campaign, group) },
  },
});

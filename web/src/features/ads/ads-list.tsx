import { IconCoin, IconCopy, IconEdit, IconLink, IconRobot, IconTable } from '@tabler/icons-react';
import {
  archiveAdMutation,
  copyAdMutation,
  deleteAdsMutation,
  getAdOptions,
  listAllAdsOptions,
  make,
  restoreAdsMutation,
  unarchiveAdMutation,
} from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { AD_STATUS_LABELS, AdStatus, LIST_ADS_ORDERS } from '~/api/words';
import { tabsOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { Thumb } from '~/ui/marks';
import { archiving, deletion, itsOrTheir, theyStop } from '../list/actions';
import { byId, byIds, calling } from '../list/change';
import type { ListSpec } from '../list/spec';
import { adColumns, FORMATS, WHERE } from './ad-columns';
import { ADS } from './api';
import { checkLink } from './link-check';
import { idsText } from './sheet/ids';
import { thumbOf } from './thumb';

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
  columns: adColumns(WHERE, { ...FORMATS, hidden: true }),
  actions: [
    {
      label: 'Edit',
      icon: IconEdit,
      // A moderator has it open.
      isOff: (ad) => ad.status_id === AdStatus.InModeration,
      to: (ad) => paths.mediaEdit(ad.campaign_id, ad.group_id, ad.id),
    },
    {
      label: 'Copy',
      icon: IconCopy,
      only: 'row',
      change: {
        done: 'copied',
        each: calling(copyAdMutation, (ad: Ad) => ({ path: { id: ad.id }, body: {} })),
        told: (ad) => ({
          title: 'Ad copied',
          detail: `The copy of “${ad.title}” stands in the same group, not started.`,
        }),
      },
    },
    {
      label: 'Copy to…',
      icon: IconCopy,
      open: (ads) =>
        void import('../copy-from/copy-to').then(({ askCopyTo }) =>
          askCopyTo<Ad>({
            things: ADS,
            rows: ads,
            where: 'group',
            copy: async ({ id }, to, client) =>
              (await make(copyAdMutation, { path: { id }, body: { group_id: to } }, client)).data,
            now: async (id, client) =>
              (await client.fetchQuery({ ...getAdOptions({ path: { id } }), staleTime: 0 })).data,
            remove: (id, client) => make(deleteAdsMutation, { body: { ids: [id] } }, client),
          }),
        ),
    },
    checkLink<Ad>(),
    '-',
    {
      label: 'Edit as a sheet',
      icon: IconTable,
      toMany: (ads) => paths.allSheet(idsText(ads)),
    },
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
      label: 'Automatic bid',
      icon: IconRobot,
      only: 'bulk',
      open: (ads) => void import('./auto-bid-dialog').then(({ askAutoBid }) => askAutoBid(ads)),
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
      { all: byIds(restoreAdsMutation) },
    ),
  ],
  first: {
    title: 'Your ads go here',
    text: 'Ads belong to a group of a campaign. Open a campaign, or make the first one.',
    action: { label: 'To campaigns', link: { to: '/advertiser/campaigns' }, icon: null },
  },
};

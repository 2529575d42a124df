import { IconCoin, IconCopy, IconEdit, IconLink } from '@tabler/icons-react';
import { deleteAdsMutation, listAllPushAdsOptions, listPushAdsOptions, restoreAdsMutation } from '~/api/queries';
import type { PushAd } from '~/api/sdk';
import { CampaignStatus, LIST_PUSH_ADS_ORDERS } from '~/api/words';
import { languageName } from '~/lib/names';
import { paths } from '~/lib/paths';
import { Thumb } from '~/ui/marks';
import { checkLink } from '../ads/link-check';
import { sending } from '../ads/send-draft';
import { CAMPAIGN_TABS } from '../campaigns/kinds';
import { deletion, itsOrTheir, theyStop } from '../list/actions';
import { byIds } from '../list/change';
import type { ListSpec } from '../list/spec';
import { archiveAds, asList, PUSH_ADS, pushListQuery } from './api';
import { adStatus, StatusOfAd } from './push-ad-status';
import { PushBid } from './push-bid';

const openDialogOf = (name: 'askBid' | 'askUrl') => (ads: readonly PushAd[]) =>
  void import('./push-bulk-dialogs').then((dialogs) => dialogs[name](ads));

/** What all lists of push ads have. */
const COMMON: Omit<ListSpec<PushAd>, 'name' | 'rows' | 'first'> = {
  ...PUSH_ADS,
  // What becomes of a push is known days after it was sent.
  period: '7d',
  tabs: CAMPAIGN_TABS,
  every: 30_000,
  search: { label: 'Search push ads by title or id', placeholder: 'Title or id' },
  metrics: { side: 'push', shown: ['impressions', 'clicks', 'ctr', 'cpc', 'expense'] },
  named: {
    label: 'Push ad',
    sort: 'title',
    mark: ({ icon }) => <Thumb url={icon?.url} alt="" square />,
    opens: (ad) => paths.pushMediaEdit(ad.campaign_uuid, ad.uuid),
    aside: ({ id }) => id,
  },
  columns: [
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
  ],
  actions: [
    {
      label: 'Edit',
      icon: IconEdit,
      isOff: ({ is_locked: locked }) => locked,
      to: (ad) => paths.pushMediaEdit(ad.campaign_uuid, ad.uuid),
    },
    { label: 'Copy', icon: IconCopy, to: (ad) => paths.pushMediaCopy(ad.campaign_uuid, ad.uuid) },
    sending<PushAd>(PUSH_ADS.wish, ({ status_id: status }) => status === CampaignStatus.Archived),
    checkLink(),
    '-',
    ...archiveAds,
    { label: 'Bid', icon: IconCoin, only: 'bulk', open: openDialogOf('askBid') },
    { label: 'Address', icon: IconLink, only: 'bulk', open: openDialogOf('askUrl') },
    deletion(
      { all: byIds(deleteAdsMutation) },
      (ads) => `${theyStop(ads)} ${itsOrTheir(ads)} statistics and payments stay.`,
      { all: byIds(restoreAdsMutation) },
    ),
  ],
};

/** The ads of one campaign. */
export const campaignAdsList = (campaign: string): ListSpec<PushAd> => ({
  ...COMMON,
  name: 'push-ads',
  rows: (list) => {
    const q = list.state.q.trim();
    const query = { ...pushListQuery(list, LIST_PUSH_ADS_ORDERS), ...(q ? { ad: q } : {}) };
    return { ...listPushAdsOptions({ path: { uuid: campaign }, query }), select: asList<PushAd> };
  },
  first: {
    title: 'The first push ad goes here',
    text: 'A title, a sentence, an icon, an address and a bid.',
    action: { label: 'New push ad', link: paths.pushMediaCreate(campaign) },
  },
});

/** Push ads of all campaigns, with where each one belongs. */
export const ALL_PUSH_ADS: ListSpec<PushAd> = {
  ...COMMON,
  name: 'all-push-ads',
  sort: 'impressions',
  count: 20,
  rows: (list) => {
    const q = list.state.q.trim();
    const query = { ...pushListQuery(list, LIST_PUSH_ADS_ORDERS), ...(q ? { ad: q } : {}) };
    return { ...listAllPushAdsOptions({ query }), select: asList<PushAd> };
  },
  columns: [
    ...(COMMON.columns ?? []),
    {
      id: 'where',
      label: 'Campaign',
      text: ({ campaign_name: name }) => name,
      opens: ({ campaign_uuid: uuid }) => paths.pushMedias(uuid),
    },
  ],
  first: {
    title: 'Your push ads go here',
    text: 'Push ads belong to a push campaign. Open one, or make the first one.',
    action: { label: 'To push campaigns', link: { to: '/advertiser/campaigns/push' }, icon: null },
  },
};

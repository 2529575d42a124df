import { IconCoin, IconCopy, IconEdit, IconLink } from '@tabler/icons-react';
import { deleteAdsMutation, restoreAdsMutation } from '~/api/queries';
import type { PushAd } from '~/api/sdk';
import { paths } from '~/lib/paths';
import { WATCHED_MS } from '~/lib/watched';
import { lateDialog } from '~/ui/late-dialog';
import { Thumb } from '~/ui/marks';
import { checkLink } from '../../ads/landing/link-check';
import { sendingPushAds } from '../../ads/list/send-draft';
import { CAMPAIGN_TABS } from '../../campaigns/list/campaign-tabs';
import { deletion, itsOrTheir, theyStop } from '../../list/actions';
import { byIds } from '../../list/change';
import type { ListSpec } from '../../list/spec';
import { archiveAds, isArchived, PUSH_ADS } from '../api';
import { PUSH_AD_COLUMNS } from './push-ad-columns';

/** What all lists of push ads have. */
export const PUSH_AD_ROWS: Omit<ListSpec<PushAd>, 'name' | 'rows' | 'first'> = {
  ...PUSH_ADS,
  // What becomes of a push is known days after it was sent.
  period: '7d',
  tabs: CAMPAIGN_TABS,
  every: WATCHED_MS,
  search: { label: 'Search push ads by title or id', placeholder: 'Title or id' },
  metrics: { side: 'push', shown: ['impressions', 'clicks', 'ctr', 'cpc', 'expense'] },
  named: {
    label: 'Push ad',
    sort: 'title',
    mark: ({ icon }) => <Thumb url={icon?.url} alt="" square />,
    opens: (ad) => paths.pushMediaEdit(ad.campaign_uuid, ad.uuid),
    aside: ({ id }) => id,
  },
  columns: PUSH_AD_COLUMNS,
  actions: [
    {
      label: 'Edit',
      icon: IconEdit,
      isOff: ({ is_locked: locked }) => locked,
      to: (ad) => paths.pushMediaEdit(ad.campaign_uuid, ad.uuid),
    },
    { label: 'Copy', icon: IconCopy, to: (ad) => paths.pushMediaCopy(ad.campaign_uuid, ad.uuid) },
    sendingPushAds(isArchived),
    checkLink(),
    '-',
    ...archiveAds,
    {
      label: 'Bid',
      icon: IconCoin,
      only: 'bulk',
      open: lateDialog(
        () => import('./push-bulk-dialogs'),
        ({ askBid }) => askBid,
      ),
    },
    {
      label: 'Address',
      icon: IconLink,
      only: 'bulk',
      open: lateDialog(
        () => import('./push-bulk-dialogs'),
        ({ askUrl }) => askUrl,
      ),
    },
    deletion(
      { all: byIds(deleteAdsMutation) },
      (ads) => `${theyStop(ads)} ${itsOrTheir(ads)} statistics and payments stay.`,
      { all: byIds(restoreAdsMutation) },
    ),
  ],
};

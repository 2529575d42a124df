import { IconCoin, IconCopy, IconEdit, IconLink, IconRobot, IconTable } from '@tabler/icons-react';
import {
  archiveAdMutation,
  copyAdMutation,
  deleteAdsMutation,
  getAdOptions,
  make,
  restoreAdsMutation,
  unarchiveAdMutation,
} from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { AdStatus } from '~/api/words';
import { paths } from '~/lib/paths';
import { lateDialog } from '~/ui/late-dialog';
import { archiving, deletion, itsOrTheir, theyStop } from '../../list/actions';
import { byId, byIds, calling } from '../../list/change';
import type { ListAction } from '../../list/spec';
import { ADS } from '../api';
import { checkLink } from '../landing/link-check';
import { idsText } from '../sheet/ids';
import { sendingAds } from './send-draft';

/** What can be done with ads. */
export const AD_ACTIONS: readonly (ListAction<Ad> | '-')[] = [
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
    open: lateDialog(
      () => import('../../copy-from/copy-to'),
      ({ askCopyTo }) =>
        (ads: readonly Ad[]) =>
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
  sendingAds((ad) => ad.status_id === AdStatus.Archived),
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
    open: lateDialog(
      () => import('../bulk/bulk-dialogs'),
      ({ askBid }) => askBid,
    ),
  },
  {
    label: 'Automatic bid',
    icon: IconRobot,
    only: 'bulk',
    open: lateDialog(
      () => import('../bids/auto-bid-dialog'),
      ({ askAutoBid }) => askAutoBid,
    ),
  },
  {
    label: 'Address',
    icon: IconLink,
    only: 'bulk',
    open: lateDialog(
      () => import('../bulk/bulk-dialogs'),
      ({ askUrl }) => askUrl,
    ),
  },
  deletion(
    { all: byIds(deleteAdsMutation) },
    (ads) => `${theyStop(ads)} ${itsOrTheir(ads)} statistics and payments stay.`,
    { all: byIds(restoreAdsMutation) },
  ),
];

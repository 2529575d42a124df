import { IconAdjustments, IconCopy, IconEdit, IconPhoto } from '@tabler/icons-react';
import {
  archiveCampaignMutation,
  archivePushCampaignMutation,
  copyCampaignMutation,
  deleteCampaignMutation,
  restoreCampaignMutation,
  unarchiveCampaignMutation,
  unarchivePushCampaignMutation,
} from '~/api/queries';
import type { Campaign } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { paths } from '~/lib/paths';
import { lateDialog } from '~/ui/late-dialog';
import { archiving, deletion, itsOrTheir, theyStop } from '../../list/actions';
import { byId, calling } from '../../list/change';
import type { ListSpec } from '../../list/spec';
import { byKind, CAMPAIGNS } from '../api';

const isNative = ({ uuid }: Campaign) => !uuid;

/** Deletes campaigns of either kind: the call goes by their numbers. */
export const deletionOfCampaigns = <Row extends { id: number }>() =>
  deletion<Row>(
    { each: byId(deleteCampaignMutation) },
    (rows) => `${theyStop(rows)} ${itsOrTheir(rows)} statistics and payments stay.`,
    { each: byId(restoreCampaignMutation) },
  );

/** What can be done with campaigns of a list, beside starting and stopping them. */
export const CAMPAIGN_ACTIONS: ListSpec<Campaign>['actions'] = [
  { label: 'Edit', icon: IconEdit, to: ({ id, uuid }) => (uuid ? paths.pushEdit(uuid) : paths.campaignEdit(id)) },
  { label: 'Groups and ads', icon: IconPhoto, when: isNative, to: ({ id }) => paths.groups(id) },
  { label: 'Ads', icon: IconPhoto, when: ({ uuid }) => !!uuid, to: ({ uuid }) => paths.pushMedias(uuid ?? '') },
  {
    label: 'Copy',
    icon: IconCopy,
    only: 'row',
    when: isNative,
    change: {
      done: 'copied',
      each: calling(copyCampaignMutation, (campaign: Campaign) => ({ path: { id: campaign.id }, body: {} })),
      told: ({ name }) => ({
        title: 'Campaign copied',
        detail: `“${name} (copy)” is stopped: look at it, then start it.`,
      }),
    },
  },
  { label: 'Copy', icon: IconCopy, when: ({ uuid }) => !!uuid, to: ({ uuid }) => paths.pushCopy(uuid ?? '') },
  '-',
  {
    label: 'Settings',
    icon: IconAdjustments,
    only: 'bulk',
    when: ({ status, uuid }) => !uuid && status !== CampaignStatus.Archived,
    open: lateDialog(
      () => import('../bulk/bulk-dialog'),
      ({ askCampaignSettings }) => askCampaignSettings,
    ),
  },
  ...archiving<Campaign>(
    CAMPAIGNS.noun,
    CAMPAIGNS.wish,
    ({ status }) => status === CampaignStatus.Archived,
    byKind(archiveCampaignMutation, archivePushCampaignMutation),
    byKind(unarchiveCampaignMutation, unarchivePushCampaignMutation),
  ),
  deletionOfCampaigns<Campaign>(),
];

import { IconAdjustments, IconCopy, IconEdit, IconPhoto } from '@tabler/icons-react';
import {
  archiveCampaignMutation,
  copyCampaignMutation,
  deleteCampaignMutation,
  unarchiveCampaignMutation,
} from '~/api/queries';
import type { Campaign } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { paths } from '~/lib/paths';
import { archiving, deletion, itsOrTheir, theyStop } from '../list/actions';
import { byId, calling } from '../list/change';
import type { ListSpec } from '../list/spec';
import { CAMPAIGNS } from './api';

/** What can be done with campaigns of a list, beside starting and stopping them. */
export const CAMPAIGN_ACTIONS: ListSpec<Campaign>['actions'] = [
  { label: 'Edit', icon: IconEdit, to: ({ id }) => paths.campaignEdit(id) },
  { label: 'Groups and ads', icon: IconPhoto, to: ({ id }) => paths.groups(id) },
  {
    label: 'Copy',
    icon: IconCopy,
    only: 'row',
    change: {
      done: 'copied',
      each: calling(copyCampaignMutation, (campaign: Campaign) => ({ path: { id: campaign.id }, body: {} })),
      told: ({ name }) => ({
        title: 'Campaign copied',
        detail: `“${name} (copy)” is stopped: look at it, then start it.`,
      }),
    },
  },
  '-',
  {
    label: 'Settings',
    icon: IconAdjustments,
    only: 'bulk',
    when: ({ status }) => status !== CampaignStatus.Archived,
    open: (campaigns) => void import('./bulk/bulk-dialog').then(({ askSettings }) => askSettings(campaigns)),
  },
  ...archiving<Campaign>(
    CAMPAIGNS.noun,
    CAMPAIGNS.wish,
    ({ status }) => status === CampaignStatus.Archived,
    byId(archiveCampaignMutation),
    byId(unarchiveCampaignMutation),
  ),
  deletion(
    { each: byId(deleteCampaignMutation) },
    (rows) => `${theyStop(rows)} ${itsOrTheir(rows)} statistics and payments stay.`,
  ),
];

import { IconAdjustments, IconCopy, IconEdit, IconPhoto, IconPlus } from '@tabler/icons-react';
import type { PushCampaign } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { paths } from '~/lib/paths';
import { lateDialog } from '~/ui/late-dialog';
import { deletionOfCampaigns } from '../../campaigns/list/campaign-actions';
import type { ListSpec } from '../../list/spec';
import { archiveCampaigns } from '../api';

/** What can be done with push campaigns. */
export const PUSH_CAMPAIGN_ACTIONS: NonNullable<ListSpec<PushCampaign>['actions']> = [
  { label: 'Edit', icon: IconEdit, to: ({ uuid }) => paths.pushEdit(uuid) },
  { label: 'Ads', icon: IconPhoto, to: ({ uuid }) => paths.pushMedias(uuid) },
  { label: 'New ad', icon: IconPlus, to: ({ uuid }) => paths.pushMediaCreate(uuid) },
  { label: 'Copy', icon: IconCopy, to: ({ uuid }) => paths.pushCopy(uuid) },
  '-',
  {
    label: 'Settings',
    icon: IconAdjustments,
    only: 'bulk',
    when: ({ status_id: status }) => status !== CampaignStatus.Archived,
    open: lateDialog(
      () => import('./push-bulk-settings'),
      ({ askPushSettings }) => askPushSettings,
    ),
  },
  ...archiveCampaigns,
  deletionOfCampaigns(),
];

import { IconEdit, IconPhoto } from '@tabler/icons-react';
import { archiveCampaignMutation, deleteCampaignMutation, unarchiveCampaignMutation } from '~/api/queries';
import type { Campaign } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { paths } from '~/lib/paths';
import { archiving, deletion, itsOrTheir, theyStop } from '../list/actions';
import { byId } from '../list/change';
import type { ListSpec } from '../list/spec';
import { CAMPAIGNS } from './api';

/** What can be done with campaigns of a list, beside starting and stopping them. */
export const CAMPAIGN_ACTIONS: ListSpec<Campaign>['actions'] = [
  { label: 'Edit', icon: IconEdit, to: ({ id }) => paths.campaignEdit(id) },
  { label: 'Groups and ads', icon: IconPhoto, to: ({ id }) => paths.groups(id) },
  '-',
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

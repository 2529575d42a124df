import { IconAdjustments, IconCopy, IconEdit, IconPhoto, IconPlus, IconTable, IconUpload } from '@tabler/icons-react';
import {
  archiveAdGroupMutation,
  copyAdGroupMutation,
  deleteAdGroupMutation,
  getAdGroupOptions,
  make,
  restoreAdGroupMutation,
  unarchiveAdGroupMutation,
} from '~/api/queries';
import type { AdGroup } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { paths } from '~/lib/paths';
import { lateDialog } from '~/ui/late-dialog';
import { archiving, deletion, itsOrTheir } from '../../list/actions';
import { byId, calling } from '../../list/change';
import type { ListAction } from '../../list/spec';
import { GROUPS } from '../api';

/** What can be done with groups. */
export const GROUP_ACTIONS: readonly (ListAction<AdGroup> | '-')[] = [
  { label: 'Edit', icon: IconEdit, to: (group) => paths.groupEdit(group.campaign_id, group.id) },
  { label: 'Ads', icon: IconPhoto, to: (group) => paths.medias(group.campaign_id, group.id) },
  { label: 'New ad', icon: IconPlus, to: (group) => paths.mediaCreate(group.campaign_id, group.id) },
  {
    label: 'Edit its ads as a sheet',
    icon: IconTable,
    to: (group) => paths.mediasSheet(group.campaign_id, group.id),
  },
  { label: 'Import ads', icon: IconUpload, to: (group) => paths.mediasImport(group.campaign_id, group.id) },
  {
    label: 'Copy',
    icon: IconCopy,
    only: 'row',
    change: {
      done: 'copied',
      each: calling(copyAdGroupMutation, (group: AdGroup) => ({ path: { id: group.id }, body: {} })),
      told: ({ name }) => ({
        title: 'Group copied',
        detail: `“${name} (copy)” is stopped: look at it, then start it.`,
      }),
    },
  },
  {
    label: 'Copy to…',
    icon: IconCopy,
    open: lateDialog(
      () => import('../../copy-from/copy-to'),
      ({ askCopyTo }) =>
        (groups: readonly AdGroup[]) =>
          askCopyTo<AdGroup>({
            things: GROUPS,
            rows: groups,
            where: 'campaign',
            copy: async ({ id }, to, client) =>
              (await make(copyAdGroupMutation, { path: { id }, body: { campaign_id: to } }, client)).data,
            now: async (id, client) =>
              (await client.fetchQuery({ ...getAdGroupOptions({ path: { id } }), staleTime: 0 })).data,
            remove: (id, client) => make(deleteAdGroupMutation, { path: { id } }, client),
          }),
    ),
  },
  '-',
  {
    label: 'Settings',
    icon: IconAdjustments,
    only: 'bulk',
    when: ({ status }) => status !== CampaignStatus.Archived,
    open: lateDialog(
      () => import('../bulk/bulk-dialog'),
      ({ askGroupSettings }) => askGroupSettings,
    ),
  },
  ...archiving<AdGroup>(
    GROUPS.noun,
    GROUPS.wish,
    ({ status }) => status === CampaignStatus.Archived,
    byId(archiveAdGroupMutation),
    byId(unarchiveAdGroupMutation),
  ),
  deletion(
    { each: byId(deleteAdGroupMutation) },
    (rows) => `${itsOrTheir(rows)} ads stop within a second and leave your lists. Statistics and payments stay.`,
    { each: byId(restoreAdGroupMutation) },
  ),
];

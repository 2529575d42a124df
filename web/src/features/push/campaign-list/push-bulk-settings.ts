/** The settings of many push campaigns at once. */
import { make, updatePushCampaignSettingsMutation } from '~/api/queries';
import type { PushCampaign, PushCampaignChange } from '~/api/sdk';
import { askSettings } from '../../campaigns/bulk/bulk-dialog';
import type { BulkKind } from '../../campaigns/bulk/bulk-kinds';
import { PUSH_CAMPAIGNS } from '../api';

const byName = <Row extends { uuid: string }>({ uuid, ...rest }: Row) => ({ ...rest, key: uuid });

/** Push campaigns, which go to subscribers of some age, and to each only so often. */
export const PUSH_SETTINGS: BulkKind<string> = {
  noun: PUSH_CAMPAIGNS.noun,
  parts: ['daily', 'total', 'pacing', 'hours', 'places', 'audience', 'age', 'cap', 'marks'],
  send: async ({ keys, change, versions: seen, dry }, client) => {
    const versions = seen && keys.map((uuid) => ({ uuid, version: seen.get(uuid) ?? 0 }));
    // What can be chosen is what the call takes.
    const body = {
      uuids: [...keys],
      change: change as PushCampaignChange,
      ...(versions && { versions }),
      dry_run: dry,
    };
    const { data } = await make(updatePushCampaignSettingsMutation, { body }, client);
    return { changed: data.campaigns.map(byName), refused: data.refused.map(byName) };
  },
};

/** Asks for them, and shows what changes before it does. */
export const askPushSettings = (campaigns: readonly PushCampaign[]) =>
  askSettings(
    PUSH_SETTINGS,
    campaigns.map(({ uuid }) => uuid),
  );

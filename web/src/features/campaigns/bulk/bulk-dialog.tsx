import type { AdGroup, Campaign } from '~/api/sdk';
import { plural } from '~/lib/format';
import { openDialog } from '~/ui/dialogs';
import { type BulkKind, CAMPAIGN_SETTINGS, GROUP_SETTINGS } from './bulk-kinds';
import { BulkSettings } from './bulk-settings';

/** Asks for limits, hours and audience of many things, and shows what changes before it does. */
export function askSettings<Key extends number | string>(kind: BulkKind<Key>, keys: readonly Key[]): void {
  const id = `settings-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `Settings of ${plural(keys.length, ...kind.noun)}`,
    size: 720,
    children: <BulkSettings id={id} kind={kind} keys={keys} />,
  });
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** The same of native campaigns. */
export const askCampaignSettings = (campaigns: readonly Campaign[]) => askSettings(CAMPAIGN_SETTINGS, idsOf(campaigns));

/** The same of groups. */
export const askGroupSettings = (groups: readonly AdGroup[]) => askSettings(GROUP_SETTINGS, idsOf(groups));

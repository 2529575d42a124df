import type { AdGroup, Campaign } from '~/api/sdk';
import { plural } from '~/lib/format';
import { askBy } from '~/ui/dialogs';
import { type BulkKind, CAMPAIGN_SETTINGS, GROUP_SETTINGS } from './bulk-kinds';
import { BulkSettings } from './bulk-settings';

/** Asks for limits, hours and audience of many things, and shows what changes before it does. */
export function askSettings<Key extends number | string>(kind: BulkKind<Key>, keys: readonly Key[]): void {
  askBy(
    `Settings of ${plural(keys.length, ...kind.noun)}`,
    (id) => <BulkSettings id={id} kind={kind} keys={keys} />,
    720,
  );
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

/** The same of native campaigns. */
export const askCampaignSettings = (campaigns: readonly Campaign[]) => askSettings(CAMPAIGN_SETTINGS, idsOf(campaigns));

/** The same of groups. */
export const askGroupSettings = (groups: readonly AdGroup[]) => askSettings(GROUP_SETTINGS, idsOf(groups));

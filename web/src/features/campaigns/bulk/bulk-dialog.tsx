import type { Campaign } from '~/api/sdk';
import { plural } from '~/lib/format';
import { openDialog } from '~/ui/dialogs';
import { BulkSettings } from './bulk-settings';

/** Asks for limits, hours and audience of many campaigns, and shows what changes before it does. */
export function askSettings(campaigns: readonly Campaign[]): void {
  const id = `settings-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `Settings of ${plural(campaigns.length, 'campaign')}`,
    size: 720,
    children: <BulkSettings id={id} campaigns={campaigns} />,
  });
}

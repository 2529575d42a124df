import type { Void } from '~/api/sdk';
import { DEVICE_TYPE_LABELS } from '~/api/words';
import { plural } from '~/lib/format';

const NOUNS = {
  site: ['site', 'sites'],
  block: ['block', 'blocks'],
  webmaster: ['webmaster', 'webmasters'],
  campaign: ['campaign', 'campaigns'],
  ad: ['ad', 'ads'],
  advertiser: ['advertiser', 'advertisers'],
  country: ['country', 'countries'],
  isp: ['network', 'networks'],
  device: ['device type', 'device types'],
} as const;

const DEVICES: Readonly<Record<string, string>> = DEVICE_TYPE_LABELS;
const deviceName = (id: string) => DEVICES[id] ?? id;

/** How the clicks of a void were chosen. */
export function chosenBy({ choice }: Void): string {
  if (choice.click_ids?.length) return plural(choice.click_ids.length, 'click id');
  const kinds = Object.entries(NOUNS).flatMap(([key, [one, many]]) => {
    const chosen = choice[key as keyof typeof NOUNS] ?? [];
    const ids = key === 'device' ? chosen.map(deviceName) : chosen;
    return ids.length > 0 ? [`${ids.length === 1 ? one : many} ${ids.join(', ')}`] : [];
  });
  const days = [choice.date_from, choice.date_to].filter(Boolean).join(' to ');
  return [kinds.join(', '), days].filter(Boolean).join('; ');
}

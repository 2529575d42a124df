import type { Targeting } from '~/api/types';
import { someOf } from '~/lib/names';
import { placesText, type TargetingNames } from '../../targeting/names';

/** What a targeting says, in words: only what narrows it. */
export function targetingFacts(
  targeting: Targeting,
  names: TargetingNames,
): { key: string; label: string; value: string }[] {
  const out: { key: string; label: string; value: string }[] = [];
  const add = (label: string, value: string) => out.push({ key: label, label, value });
  add('Places', placesText(targeting, names));
  const list = (label: string, chosen: readonly string[] | undefined) => {
    if (chosen?.length) add(label, someOf([...new Set(chosen)]));
  };
  list('Devices', targeting.device_types?.map(names.device));
  list(
    'Systems',
    targeting.os?.map(({ value }) => names.system(value)),
  );
  list('Browsers', targeting.browsers?.map(names.browser));
  list('Languages', targeting.languages?.map(names.language));
  list('Networks', targeting.isps?.map(names.network));
  list('Keywords', targeting.keywords);
  list('Never with', targeting.excluded_keywords);
  list('Categories', targeting.categories?.map(names.category));
  const hours = targeting.time_targeting?.length ?? 168;
  add('Hours', hours === 168 || hours === 0 ? 'All hours' : `${hours} of 168 hours a week, UTC`);
  return out;
}

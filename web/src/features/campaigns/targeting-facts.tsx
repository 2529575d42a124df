import type { ReactNode } from 'react';
import type { Targeting } from '~/api/types';
import { plural } from '~/lib/format';

const DEVICES: Record<number, string> = { 1: 'Desktop', 2: 'Tablet', 4: 'Mobile phones' };
/** Names that are written out; beyond, they are counted. */
const NAMED = 6;

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });
const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });

/** A country's English name; the code itself when there is none. */
export function countryName(code: string): string {
  try {
    return countryNames.of(code) ?? code;
  } catch {
    return code;
  }
}

function languageName(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}

function some(names: readonly string[], noun: string): string {
  return names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, 3).join(', ')} and ${plural(names.length - 3, `other ${noun}`)}`;
}

/** What a targeting says, in words: only what narrows it. */
export function targetingFacts(targeting: Targeting): { key: string; label: string; value: ReactNode }[] {
  const out: { key: string; label: string; value: ReactNode }[] = [];
  const add = (label: string, value: ReactNode) => out.push({ key: label, label, value });
  const countries = targeting.countries ?? [];
  const places = (targeting.regions?.length ?? 0) + (targeting.cities?.length ?? 0);
  const geo = [
    countries.length > 0 ? some(countries.map(countryName), countries.length === 4 ? 'country' : 'countries') : '',
    places > 0 ? plural(places, 'region or city', 'regions and cities') : '',
  ].filter(Boolean);
  add('Places', geo.length > 0 ? geo.join('; ') : 'Everywhere');
  if (targeting.device_types?.length) add('Devices', targeting.device_types.map((id) => DEVICES[id] ?? id).join(', '));
  if (targeting.os?.length) add('Systems', plural(targeting.os.length, 'system'));
  if (targeting.browsers?.length) add('Browsers', plural(targeting.browsers.length, 'browser'));
  if (targeting.languages?.length) add('Languages', some(targeting.languages.map(languageName), 'languages'));
  if (targeting.isps?.length) add('Networks', plural(targeting.isps.length, 'network'));
  if (targeting.categories?.length) add('Categories', plural(targeting.categories.length, 'category', 'categories'));
  const hours = targeting.time_targeting?.length ?? 168;
  add('Hours', hours === 168 || hours === 0 ? 'All hours' : `${hours} of 168 hours a week, UTC`);
  return out;
}

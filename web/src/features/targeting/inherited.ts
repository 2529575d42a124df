/** What a group of ads has from its campaign, and where both together let nobody through. Pure. */
import type { Targeting } from '~/api/types';
import { plural } from '~/lib/format';
import { someOf } from '~/lib/names';
import { HOURS_OF_WEEK as WEEK } from './hours';
import { placeNames, type TargetingNames } from './names';
import { fromTargeting, type TargetingValues } from './values';

/** A part of the targeting, as the sections of the form are. */
export type TargetingPart = 'geo' | 'devices' | 'networks' | 'keywords' | 'hours';

/** What is said above a part: what the campaign allows, and what of the group it excludes. */
export interface Inherited {
  allows: string[];
  warnings: string[];
}

/** Places as the API and as forms hold them. */
interface Held {
  countries?: readonly string[] | null;
  regions?: readonly number[] | null;
  cities?: readonly number[] | null;
}

const placesOf = ({ countries, regions, cities }: Held) => ({
  countries: countries ?? [],
  others: (regions?.length ?? 0) + (cities?.length ?? 0),
});

/** Says of a list what the campaign allows, and what of the group lies outside of it. */
function within<Id extends string | number>(
  into: Inherited,
  label: string,
  allowed: readonly Id[] | null | undefined,
  chosen: readonly Id[],
  name: (id: Id) => string,
): void {
  if (!allowed || allowed.length === 0) return;
  into.allows.push(`${label}: ${someOf([...new Set(allowed.map(name))])}`);
  const outside = chosen.filter((id) => !allowed.includes(id));
  if (outside.length === 0) return;
  const names = someOf([...new Set(outside.map(name))]);
  into.warnings.push(
    outside.length === chosen.length
      ? `The campaign excludes all of it (${names}): the ads of this group are shown to nobody.`
      : `The campaign excludes ${names}: no ad of this group is shown there.`,
  );
}

/** What a group inherits, by part. */
export function inheritedOf(
  campaign: Targeting,
  group: TargetingValues,
  names: TargetingNames,
): Record<TargetingPart, Inherited> {
  const geo: Inherited = { allows: [], warnings: [] };
  const devices: Inherited = { allows: [], warnings: [] };
  const networks: Inherited = { allows: [], warnings: [] };
  const keywords: Inherited = { allows: [], warnings: [] };
  const hours: Inherited = { allows: [], warnings: [] };
  const [above, here] = [placesOf(campaign), placesOf(group.places)];
  // Which country a region or city is in is not known here: what may lie inside is not warned of.
  if (above.others === 0) within(geo, 'Places', above.countries, here.countries, names.country);
  else geo.allows.push(`Places: ${someOf(placeNames(campaign, names))}`);
  if (geo.warnings[0] && here.others > 0) {
    geo.warnings = geo.warnings.map((text) =>
      text.replace('the ads of this group are shown to nobody', 'they are left out'),
    );
  }
  within(devices, 'Devices', campaign.device_types, group.device_types, names.device);
  within(
    devices,
    'Systems',
    campaign.os?.map(({ value }) => value),
    group.os.map(({ value }) => value),
    names.system,
  );
  within(devices, 'Browsers', campaign.browsers, group.browsers, names.browser);
  within(networks, 'Languages', campaign.languages, group.languages, names.language);
  within(networks, 'Networks', campaign.isps, group.isps, names.network);
  const open = campaign.time_targeting ?? [];
  if (open.length > 0 && open.length < WEEK) {
    const both = group.hours.filter((hour) => open.includes(hour)).length;
    hours.allows.push(`Hours: ${open.length} of ${WEEK} a week`);
    if (group.hours.length > 0 && both === 0) {
      hours.warnings.push('None of these hours is one of the campaign: the ads of this group are never shown.');
    } else if (group.hours.length < WEEK && both < group.hours.length) {
      hours.warnings.push(`The campaign allows ${both} of these ${plural(group.hours.length, 'hour')}.`);
    }
  }
  const wanted = campaign.keywords ?? [];
  const refused = campaign.excluded_keywords ?? [];
  // A page has several keywords: one for the campaign and another for the group will do.
  if (wanted.length > 0) keywords.allows.push(`One of these too: ${someOf(wanted)}`);
  if (refused.length > 0) keywords.allows.push(`None of ${someOf(refused)}`);
  const undone = group.keywords.filter((word) => refused.includes(word));
  if (undone.length > 0) {
    keywords.warnings.push(
      undone.length === group.keywords.length
        ? `The campaign excludes all of it (${someOf(undone)}): the ads of this group are shown to nobody.`
        : `The campaign excludes ${someOf(undone)}: no ad of this group is shown there.`,
    );
  }
  return { geo, devices, networks, keywords, hours };
}

/** Groups of which it is told what; of the rest their names. */
const GROUPS_TOLD = 3;

/** What a campaign would take from its groups, group by group: the first of it, and the names of all others. */
export function excludedOf(
  campaign: Targeting,
  groups: readonly (Parameters<typeof fromTargeting>[0] & { name: string })[],
  names: TargetingNames,
): string[] {
  const told = groups.flatMap((group) => {
    const [text] = Object.values(inheritedOf(campaign, fromTargeting(group), names)).flatMap(
      ({ warnings }) => warnings,
    );
    return text ? [{ name: `“${group.name}”`, text }] : [];
  });
  const more = told.slice(GROUPS_TOLD).map(({ name }) => name);
  return [
    ...told.slice(0, GROUPS_TOLD).map(({ name, text }) => `Group ${name}. ${text}`),
    ...(more.length > 0
      ? [`The campaign excludes some of ${plural(more.length, 'more group')}: ${more.join(', ')}.`]
      : []),
  ];
}

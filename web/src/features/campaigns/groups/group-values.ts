/** A group of ads as its form holds it, and as the API takes it. Pure. */
import type { AdGroup, GroupForm, ReachForm } from '~/api/sdk';
import { GROUP_FORM_LIMITS } from '~/api/words';
import { type Choice, named } from '~/ui/choices';
import type { Words } from '../../form/meanwhile';
import type { Checks } from '../../form/use-form';
import type { TargetingNames } from '../../targeting/names';
import { type KnownSources, sourcesText } from '../../targeting/sources';
import {
  fromTargeting,
  hoursDone,
  hoursError,
  TARGETING_NAMES,
  type TargetingValues,
  targetingWords,
  toTargeting,
} from '../../targeting/values';
import { FORMAT_WORDS, formatOf } from '../campaign-values';
import { coefficientOf, coefficientText } from './group-coefficients';

/** The source lists of a group, with what the form says of each. */
export const LISTS = [
  { name: 'blacklist_sites', of: 'sites', label: 'Never on these sites', hint: 'Numbers of sites' },
  { name: 'blacklist_blocks', of: 'blocks', label: 'Never in these blocks', hint: 'Numbers of blocks' },
  { name: 'whitelist_sites', of: 'sites', label: 'Only on these sites', hint: 'Numbers of sites; excludes all others' },
  {
    name: 'whitelist_blocks',
    of: 'blocks',
    label: 'Only in these blocks',
    hint: 'Numbers of blocks; excludes all others',
  },
] as const;

type ListName = (typeof LISTS)[number]['name'];

/** The fields of the form. */
export type GroupValues = TargetingValues &
  Record<ListName, number[]> & {
    name: string;
    categories: string[];
    ad_format_type_id: string | null;
    coefficients: string[];
    auto_start_ads: boolean;
  };

/** The most characters of a group's name. */
export const NAME_MAX = GROUP_FORM_LIMITS.name.max;

/** A new group, or the one given. */
export const groupValues = (group: AdGroup | undefined): GroupValues => ({
  name: group?.name ?? '',
  categories: (group?.categories ?? []).map(String),
  ad_format_type_id: group?.ad_format_type_id ? String(group.ad_format_type_id) : null,
  coefficients: (group?.coefficients ?? []).map(coefficientText),
  auto_start_ads: group?.auto_start_ads ?? true,
  ...fromTargeting(group),
  blacklist_sites: group?.blacklist_sites ?? [],
  blacklist_blocks: group?.blacklist_blocks ?? [],
  whitelist_sites: group?.whitelist_sites ?? [],
  whitelist_blocks: group?.whitelist_blocks ?? [],
});

/** The body that creates or changes a group. What the form does not show goes as it was held. */
export function groupBody(
  values: GroupValues,
  { withRanges, withLists }: { withRanges: boolean; withLists: boolean },
  held: AdGroup | undefined,
): GroupForm {
  return {
    ...(held ? { offer_id: held.offer_id, version: held.version } : {}),
    name: values.name.trim(),
    categories: values.categories.map(Number),
    ad_format_type_id: formatOf(values.ad_format_type_id),
    coefficients: values.coefficients.map(coefficientOf),
    auto_start_ads: values.auto_start_ads,
    ...(withLists ? Object.fromEntries(LISTS.map(({ name }) => [name, values[name]])) : {}),
    ...toTargeting(values, withRanges, held),
  } as GroupForm;
}

/** The audience, as the API estimates it within that of the campaign. */
export function groupReachBody(
  values: GroupValues,
  withRanges: boolean,
  campaign: number,
  held: AdGroup | undefined,
): ReachForm {
  const { time_targeting: hours, ...audience } = toTargeting(values, withRanges, held);
  return {
    campaign_id: campaign,
    site_categories: values.categories.map(Number),
    ad_format_type_id: formatOf(values.ad_format_type_id),
    ...audience,
    ...(hours?.length ? { time_targeting: hours } : {}),
  };
}

/** How its fields are called and read. */
const groupWords = (categories: readonly Choice[], names: TargetingNames, known: KnownSources): Words<GroupValues> => ({
  ...targetingWords(names),
  ...Object.fromEntries(LISTS.map(({ name, of, label }) => [name, { label, text: sourcesText(known[of]) }])),
  name: 'Name',
  categories: { label: 'Categories of sites', text: (ids) => named(categories, ids) },
  ad_format_type_id: FORMAT_WORDS,
  coefficients: { label: 'Coefficients', text: (all) => all.join('; ') || 'None' },
  auto_start_ads: 'Start ads by themselves',
});

/** What is wrong with the fields. */
const GROUP_CHECKS: Checks<GroupValues> = {
  name: (name) => (name.trim() ? null : 'Give the group a name, such as the audience that it is for.'),
  hours: hoursError,
};

/** What is to be done before it can be sent. */
export const groupChecklist = (values: GroupValues) => [
  { key: 'name', done: values.name.trim() !== '', label: 'Name' },
  hoursDone(values),
];

/** What is declared of the fields. */
export const groupFields = (categories: readonly Choice[], names: TargetingNames, known: KnownSources) => ({
  read: groupValues,
  checks: GROUP_CHECKS,
  renamed: TARGETING_NAMES,
  words: groupWords(categories, names, known),
});

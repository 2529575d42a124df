/** The targeting of a form, from and to what the API holds. Pure. */
import type { CampaignForm, TargetingFields } from '~/api/sdk';
import { someOf } from '~/lib/names';
import type { Words } from '../form/meanwhile';
import { EVERYWHERE, type Places } from './geo';
import { hoursInWords, PRESETS } from './hours';
import { placesText, type TargetingNames } from './names';

/** Targeting as forms hold it, among their other values. */
export type TargetingValues = {
  places: Places;
  device_types: number[];
  os: { device_type: number; value: number }[];
  browsers: number[];
  languages: string[];
  isps: number[];
  keywords: string[];
  excluded_keywords: string[];
  hours: number[];
  ip_targetings: string[];
};

/** How its fields are called and read where it is told that they were changed elsewhere. */
export function targetingWords(names: TargetingNames): Words<TargetingValues> {
  const list =
    <Value>(name: (value: Value) => string) =>
    (values: readonly Value[]) =>
      someOf([...new Set(values.map(name))]) || 'All';
  return {
    places: { label: 'Places', text: (places) => placesText(places, names) },
    device_types: { label: 'Device types', text: list(names.device) },
    os: { label: 'Systems', text: list(({ value }) => names.system(value)) },
    browsers: { label: 'Browsers', text: list(names.browser) },
    languages: { label: 'Languages', text: list(names.language) },
    isps: { label: 'Networks', text: list(names.network) },
    keywords: { label: 'Keywords', text: (words) => someOf(words) || 'Any page' },
    excluded_keywords: { label: 'Excluded keywords', text: (words) => someOf(words) || 'None' },
    hours: { label: 'Hours', text: (hours) => hoursInWords(new Set(hours)) },
    ip_targetings: { label: 'Address ranges', text: (ranges) => someOf(ranges) || 'All' },
  };
}

/** Names of the API that differ in the form. */
export const TARGETING_NAMES = { countries: 'places', regions: 'places', cities: 'places', time_targeting: 'hours' };

/** Targeting as the API holds it. */
type Held = Partial<TargetingFields>;

/** What the API takes: ids that its own lists have offered. */
type TargetingForm = Pick<CampaignForm, Extract<keyof Held, keyof CampaignForm>>;

const ALL_HOURS = PRESETS[0]?.hours ?? [];

/** The values of something saved, or of a new form. */
export function fromTargeting(held: Held | undefined): TargetingValues {
  return {
    places: held
      ? { countries: held.countries ?? [], regions: held.regions ?? [], cities: held.cities ?? [] }
      : EVERYWHERE,
    device_types: held?.device_types ?? [],
    os: held?.os ?? [],
    browsers: held?.browsers ?? [],
    languages: held?.languages ?? [],
    isps: held?.isps ?? [],
    keywords: held?.keywords ?? [],
    excluded_keywords: held?.excluded_keywords ?? [],
    hours: held?.time_targeting ?? [...ALL_HOURS],
    ip_targetings: held?.ip_targetings ?? [],
  };
}

/**
 * The fields of the API. IP ranges go only where the user has the feature; groups of countries, which the form does not show,
 * go as they were held.
 */
export function toTargeting(values: TargetingValues, withRanges: boolean, held: Held | undefined): TargetingForm {
  return {
    ...(held?.countries_groups ? { countries_groups: held.countries_groups } : {}),
    countries: values.places.countries,
    regions: values.places.regions,
    cities: values.places.cities,
    device_types: values.device_types,
    os: values.os,
    browsers: values.browsers,
    languages: values.languages,
    isps: values.isps,
    keywords: values.keywords,
    excluded_keywords: values.excluded_keywords,
    time_targeting: values.hours,
    ...(withRanges ? { ip_targetings: values.ip_targetings } : {}),
  } as TargetingForm;
}

/** Why a week of hours is none, or null. */
export const hoursError = (hours: readonly number[]) => (hours.length > 0 ? null : 'Choose at least one hour.');

/** The line of a checklist for the hours. */
export const hoursDone = ({ hours }: TargetingValues) => ({
  key: 'hours',
  done: hours.length > 0,
  label: 'At least one hour of the week',
});

/** The targeting of a form, from and to what the API holds. Pure. */
import type { Targeting } from '~/api/types';
import { EVERYWHERE, type Places } from './geo';
import { PRESETS } from './hours';

/** Targeting as forms hold it. */
export interface TargetingValues {
  places: Places;
  device_types: number[];
  os: { device_type: number; value: number }[];
  browsers: number[];
  languages: string[];
  isps: number[];
  hours: number[];
  ip_targetings: string[];
}

/** What the API may hold beside the common fields. */
type Held = Targeting & { ip_targetings?: string[] };

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
    hours: held?.time_targeting ?? [...ALL_HOURS],
    ip_targetings: held?.ip_targetings ?? [],
  };
}

/** The fields of the API. IP ranges go only where the user has the feature. */
export function toTargeting(values: TargetingValues, withRanges: boolean): Record<string, unknown> {
  return {
    countries: values.places.countries,
    regions: values.places.regions,
    cities: values.places.cities,
    device_types: values.device_types,
    os: values.os,
    browsers: values.browsers,
    languages: values.languages,
    isps: values.isps,
    time_targeting: values.hours,
    ...(withRanges ? { ip_targetings: values.ip_targetings } : {}),
  };
}

import { expect, it } from 'vitest';
import type { Targeting } from '~/api/types';
import { countryName, languageName } from '~/lib/names';
import { inheritedOf } from './inherited';
import type { TargetingNames } from './names';
import { fromTargeting } from './values';

const plain = (id: number) => `n${id}`;
const names: TargetingNames = {
  country: countryName,
  language: languageName,
  device: plain,
  system: plain,
  browser: plain,
  network: plain,
  category: plain,
};

const told = (campaign: Partial<Targeting>, group: Partial<Targeting>) => {
  const parts = inheritedOf(campaign as Targeting, fromTargeting(group as never), names);
  return {
    allows: Object.values(parts).flatMap(({ allows }) => allows),
    warnings: Object.values(parts).flatMap(({ warnings }) => warnings),
  };
};

it('says nothing of a campaign that narrows nothing', () => {
  expect(told({}, { countries: ['FR'], browsers: [1] as never })).toEqual({ allows: [], warnings: [] });
});

it('shows what the campaign allows, and warns of France inside Germany', () => {
  expect(told({ countries: ['DE'] }, {})).toEqual({ allows: ['Places: Germany'], warnings: [] });
  expect(told({ countries: ['DE'] }, { countries: ['FR'] }).warnings).toEqual([
    'The campaign excludes all of it (France): the ads of this group are shown to nobody.',
  ]);
  expect(told({ countries: ['DE', 'AT'] }, { countries: ['DE', 'FR'] }).warnings).toEqual([
    'The campaign excludes France: no ad of this group is shown there.',
  ]);
});

it('warns of no place that may lie inside', () => {
  expect(told({ countries: ['DE'], regions: [7] }, { countries: ['FR'] }).warnings).toEqual([]);
  expect(told({ countries: ['DE'] }, { countries: ['DE'], cities: [4] }).warnings).toEqual([]);
});

it.each([
  ['device_types', [1], [2]],
  ['browsers', [1], [2]],
  ['languages', ['de'], ['fr']],
  ['isps', [1], [2]],
  ['time_targeting', [1, 2], [3]],
] as const)('warns of %s that exclude each other', (field, campaign, group) => {
  const { allows, warnings } = told({ [field]: campaign } as never, { [field]: group } as never);
  expect(allows).toHaveLength(1);
  expect(warnings).toHaveLength(1);
});

import { expect, it } from 'vitest';
import type { Targeting } from '~/api/types';
import { NAMES } from '~/test/names';
import { excludedOf, inheritedOf } from './inherited';
import { fromTargeting } from './values';

const told = (campaign: Partial<Targeting>, group: Partial<Targeting>) => {
  const parts = inheritedOf(campaign as Targeting, fromTargeting(group as never), NAMES);
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

it('names regions and cities, and counts those that it has no name of', () => {
  expect(told({ countries: ['DE'], regions: [7], cities: [4, 44] }, {}).allows).toEqual([
    'Places: Germany, Place 7, Place 4, 1 region or city',
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

it('tells of each group what the campaign would take from it', () => {
  const group = (name: string, ...countries: string[]) => ({ name, countries }) as never;
  const groups = [group('South', 'FR'), group('North', 'DE'), group('West', 'FR', 'DE')];
  expect(excludedOf({ countries: ['DE'] }, groups, NAMES)).toEqual([
    'Group “South”. The campaign excludes all of it (France): the ads of this group are shown to nobody.',
    'Group “West”. The campaign excludes France: no ad of this group is shown there.',
  ]);
  const many = [1, 2, 3, 4, 5].map((id) => group(`No. ${id}`, 'FR'));
  expect(excludedOf({ countries: ['DE'] }, many, NAMES).at(-1)).toBe(
    'The campaign excludes some of 2 more groups: “No. 4”, “No. 5”.',
  );
  expect(excludedOf({}, groups, NAMES)).toEqual([]);
});

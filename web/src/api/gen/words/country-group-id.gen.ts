// This file is made by tools/apigen/words.mjs.

/** A part of the world. */
export const CountryGroup = {
  Africa: 1,
  Asia: 2,
  Oceania: 3,
  Cis: 4,
  Europe: 5,
  NorthAmerica: 6,
  SouthAmerica: 7,
  Unknown: 8,
} as const;

/** A part of the world. */
export type CountryGroup = (typeof CountryGroup)[keyof typeof CountryGroup];

/** What people read. A part of the world. */
export const COUNTRY_GROUP_LABELS: Readonly<Record<CountryGroup, string>> = {
  1: 'Africa',
  2: 'Asia',
  3: 'Australia and Oceania',
  4: 'CIS',
  5: 'Europe',
  6: 'North America',
  7: 'South America',
  8: 'Unknown geo',
};

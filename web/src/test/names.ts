import type { TargetingNames } from '~/features/targeting/names';
import { countryName, languageName } from '~/lib/names';

const plain = (id: number) => `n${id}`;

/** Names of what is targeted, without a server that tells them: of places those below ten. */
export const NAMES: TargetingNames = {
  country: countryName,
  place: (id) => (id < 10 ? `Place ${id}` : undefined),
  language: languageName,
  device: plain,
  system: plain,
  browser: plain,
  network: plain,
  category: plain,
};

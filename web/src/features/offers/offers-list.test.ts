import { expect, it } from 'vitest';
import type { NetworkOffer } from '~/api/sdk';
import { Target } from '~/api/words';
import { OFFERS } from './offers-list';

it.each([
  [Target.Commodity, 'Commodity'],
  [Target.News, 'News'],
])('says what an offer with the target %s leads to', (target_id, label) => {
  const column = OFFERS.columns?.find((one) => one !== 'metrics' && one.id === 'target');
  const said = typeof column === 'object' && 'text' in column ? column.text({ target_id } as NetworkOffer) : null;
  expect(said).toBe(label);
});

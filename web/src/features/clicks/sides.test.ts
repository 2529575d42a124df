import { expect, it } from 'vitest';
import { type ListSearch, listState } from '~/lib/list';
import type { List } from '../list/use-list';
import { BOUGHT, SOLD } from './sides';

/** What is asked at an address, as the key of the question has it. */
function askedOf({ choices, rows }: typeof BOUGHT | typeof SOLD, search: object): string {
  const state = listState(search as ListSearch, { name: 'tested', choices });
  return JSON.stringify(rows({ state, range: { from: '2026-11-20', to: '2026-11-26' } } as List).queryKey);
}

it('asks for what the address names', () => {
  const table = [
    ['campaignId', 3, '"campaign":["3"]'],
    ['groupId', 4, '"group":["4"]'],
    ['adId', 5, '"ad":["5"]'],
    ['siteId', 6, '"site":["6"]'],
    ['blockId', 7, '"block":["7"]'],
    ['country', 'DE', '"country":["DE"]'],
    ['device', 2, '"device":["2"]'],
    ['verdict', 'valid', '"verdict":["valid"]'],
  ] as const;
  for (const [name, value, words] of table) {
    expect(askedOf(BOUGHT, { [name]: value }), name).toContain(words);
    const isSold = SOLD.choices.includes(name);
    expect(askedOf(SOLD, { [name]: value }).includes(words), name).toBe(isSold);
  }
});

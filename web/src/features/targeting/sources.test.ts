import { expect, it } from 'vitest';
import { type Known, type SourceLists, sourceName, sourceWarnings } from './sources';

const NONE: SourceLists = { blacklist_sites: [], blacklist_blocks: [], whitelist_sites: [], whitelist_blocks: [] };
const SITES: Known = { names: new Map([[7, 'news.example']]), isAll: true };

const warnings = (lists: Partial<SourceLists>, sites: Known | undefined = SITES, blocks?: Known) =>
  sourceWarnings({ ...NONE, ...lists }, { sites, blocks });

it('warns of a site on a white list that no ad was shown on, and of nothing on a black list', () => {
  expect(warnings({ whitelist_sites: [7], blacklist_sites: [99] })).toEqual([]);
  expect(warnings({ whitelist_sites: [7, 99] })).toEqual([
    'No ad of yours was shown on site 99 in the last 90 days: look whether the number is right.',
  ]);
  expect(warnings({ whitelist_sites: [98, 99] })[0]).toContain('nobody sees the ads');
});

it('does so of blocks, and says nothing of what it does not know', () => {
  const blocks = { names: new Map(), isAll: true };
  expect(warnings({ whitelist_blocks: [3] }, SITES, blocks)[0]).toContain('block 3');
  expect(warnings({ whitelist_blocks: [3], whitelist_sites: [99] }, { ...SITES, isAll: false })).toEqual([]);
});

it('warns of what is on both lists', () => {
  expect(warnings({ whitelist_sites: [7], blacklist_sites: [7] })).toEqual([
    'Never goes before only (news.example (7)): the ads of this group are shown to nobody.',
  ]);
});

it('claims nothing of all ads while they may run by the list of the other kind', () => {
  const [said = ''] = warnings({ whitelist_sites: [7], blacklist_sites: [7], whitelist_blocks: [77] });
  expect(said).toBe('Never goes before only: no ad of this group is shown on news.example (7).');
  expect(warnings({ whitelist_sites: [99], whitelist_blocks: [77] })[0]).not.toContain('nobody sees the ads');
});

it('names what has a name', () => {
  const blocks: Known = { names: new Map([[5, 'news.example #5']]), isAll: true };
  expect([sourceName(SITES, 7), sourceName(SITES, 9), sourceName(blocks, 5)]).toEqual([
    'news.example (7)',
    '9',
    'news.example #5',
  ]);
});

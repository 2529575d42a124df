import { describe, expect, it } from 'vitest';
import { figuresQuery, type ListDefaults, listPatch, listRange, listState, tabsOf, wordOf } from './list';
import { type ListSearch, listSearch } from './list-search';
import { bracketQuery } from './query-string';
import { parseSearch, stringifySearch } from './search-params';

const DEFAULTS: ListDefaults = {
  name: 'test',
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'stopped', label: 'Stopped', status: 1 },
  ],
};
const NOW = Date.parse('2026-11-21T12:00:00Z');
const read = (address: string): ListSearch => listSearch.parse(parseSearch(address));

describe('a list’s address', () => {
  it('is empty for a list as it comes', () => {
    expect(
      stringifySearch(listPatch({}, DEFAULTS, { sort: 'id', dir: 'desc', status: 'all', stats: true, count: 50 })),
    ).toBe('');
  });
  it('reads back what it says', () => {
    const search = listPatch({}, DEFAULTS, {
      q: '20391',
      status: 'stopped',
      period: '2026-11-01..2026-11-05',
      sort: 'money',
      stats: false,
    });
    const address = stringifySearch(search);
    expect(address).toBe('?q=20391&status=stopped&period=2026-11-01..2026-11-05&sort=money&stats=false');
    expect(stringifySearch(read(address))).toBe(address);
  });
  it('goes to the first page when the rows change, and stays when only columns do', () => {
    expect(listPatch({ page: 4 }, DEFAULTS, { q: 'shoe' }).page).toBeUndefined();
    expect(listPatch({ page: 4 }, DEFAULTS, { cols: 'ctr.money' }).page).toBe(4);
    expect(listPatch({ page: 4 }, DEFAULTS, { page: 5 }).page).toBe(5);
  });
  it('goes to the newest rows when they change, where pages have no numbers', () => {
    const defaults: ListDefaults = { name: 'test', choices: ['user'], cursor: 'before' };
    const older = listPatch({}, defaults, { before: 40 });
    expect(older).toEqual({ before: 40 });
    expect(listState(older, defaults)).toMatchObject({ before: 40, chosen: {} });
    expect(listPatch(older, defaults, { cols: 'id' })).toMatchObject({ before: 40 });
    expect(stringifySearch(listPatch(older, defaults, { user: 7 }))).toBe('?user=7');
  });
  it('falls back to defaults for nonsense', () => {
    const state = listState(read('?page=-3&dir=up&count=99999&status=nobody&stats=maybe'), DEFAULTS);
    expect(state).toMatchObject({ page: 1, dir: 'desc', count: 50, stats: true });
    expect(state.tab?.value).toBe('all');
  });
  it('keeps typed numbers as they were typed', () => {
    for (const typed of ['007', '1e5', '12', 'true story', '{"a"', '1.50']) {
      expect(read(stringifySearch({ q: typed })).q).toBe(typed);
    }
  });
});

describe('a list’s call', () => {
  it('asks for what the address says, in brackets', () => {
    const state = listState({ q: ' shoe ', status: 'stopped', period: '7d' }, DEFAULTS);
    const query = figuresQuery(state, listRange(state, DEFAULTS, NOW), ['id', 'name'], { Stopped: 1 });
    expect(decodeURIComponent(bracketQuery(query))).toBe(
      'page=1&count=50&searchPhrase=shoe&filters[date_from]=2026-11-15&filters[date_to]=2026-11-21&filters[status][]=1&order_by=id&order_direction=desc&is_show_stats=1',
    );
  });
  it('leaves out an order and a status that the call does not have', () => {
    const state = listState({ sort: 'nonsense', status: 'stopped' }, DEFAULTS);
    const query = figuresQuery(state, listRange(state, DEFAULTS, NOW), ['id', 'name'], { Started: 2 });
    expect(query).not.toHaveProperty('order_by');
    expect(query.filters).not.toHaveProperty('status');
    expect(wordOf({ Started: 2 }, '2')).toBeUndefined();
  });
  it('has a tab for each status, by its name', () => {
    expect(tabsOf<3 | 4>({ 3: 'Out of budget', 4: 'Other' }, [3])).toEqual([
      { value: 'all', label: 'All' },
      { value: 'out-of-budget', label: 'Out of budget', status: 3 },
    ]);
  });
});

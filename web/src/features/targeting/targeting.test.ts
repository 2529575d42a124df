import { describe, expect, test } from 'vitest';
import { EVERYWHERE, type GeoNode, isEverywhere, stateOf, toggled } from './geo';
import { HOURS_OF_WEEK, hoursInWords, isPreset, PRESETS, paint, rectangle } from './hours';
import { PASTE_MAX, parseId, parseRange, pasteWords, readPasted } from './pasted';

describe('hours of the week', () => {
  test('a rectangle covers days and hours between two cells, in any direction', () => {
    expect(rectangle(25, 2)).toEqual([1, 2, 25, 26]);
    expect(rectangle(2, 25)).toEqual([1, 2, 25, 26]);
  });

  test('painting adds or takes away', () => {
    expect([...paint(new Set([1, 2]), [2, 3], true)]).toEqual([1, 2, 3]);
    expect([...paint(new Set([1, 2]), [2, 3], false)]).toEqual([1]);
  });

  test('presets stay inside the week and know themselves', () => {
    for (const preset of PRESETS) {
      expect(preset.hours.every((hour) => hour >= 0 && hour < HOURS_OF_WEEK)).toBe(true);
      expect(isPreset(new Set(preset.hours), preset.hours)).toBe(true);
    }
    expect(hoursInWords(new Set(PRESETS[0]?.hours))).toBe('All week');
    expect(hoursInWords(new Set())).toContain('Never');
  });
});

describe('pasted lists', () => {
  const check = (text: string, known: number[], values: number[], notice: string | null, leftOut: string[] = []) =>
    expect(readPasted(text, known, parseId)).toEqual({ values, notice, leftOut });

  test('split, trimmed, without repeats', () => {
    check('1, 2\n3   2\t1', [], [1, 2, 3], null);
    check('4', [1], [1, 4], null);
    check(' ', [1], [1], null);
  });

  test('nothing valid keeps what was there and says so', () => {
    check('abc, -1, 0, 1.5', [7], [7], 'pasteInvalidText', ['abc', '-1', '0', '1.5']);
  });

  test('what is not valid is left out by name, once', () => {
    const leftOut = ['abc', '-5;', '1.5', ';', 'tidelog.example'];
    check('abc, -5; 1.5 ; , tidelog.example, 99999 abc', [], [99_999], null, leftOut);
  });

  test('what is said', () => {
    const said = (notice: 'pasteMaxText' | 'pasteInvalidText' | null, leftOut: string[]) =>
      pasteWords({ values: [], notice, leftOut }, 100);
    expect(said(null, [])).toBeNull();
    expect(said('pasteMaxText', [])).toBe('Only the first 100 entries were kept.');
    expect(said('pasteInvalidText', ['abc'])).toBe('Nothing valid was found in the text.');
    expect(said(null, ['abc'])).toBe('1 entry is not valid and was left out: “abc”.');
    expect(said(null, ['a', 'b', 'c'])).toBe('3 entries are not valid and were left out: “a”, “b”, “c”.');
    expect(said(null, ['a', 'b', 'c', 'd', 'e'])).toBe(
      '5 entries are not valid and were left out: “a”, “b”, “c” and 2 more.',
    );
    expect(said('pasteMaxText', ['a'.repeat(60)])).toBe(
      `Only the first 100 entries were kept. 1 entry is not valid and was left out: “${'a'.repeat(29)}…”.`,
    );
  });

  test('at most 100 are kept', () => {
    const text = Array.from({ length: PASTE_MAX + 5 }, (_, index) => index + 1).join(',');
    const { values, notice } = readPasted(text, [], parseId);
    expect(values).toHaveLength(PASTE_MAX);
    expect(notice).toBe('pasteMaxText');
  });

  test('ranges', () => {
    expect(parseRange('10.0.0.0/8')).toBe('10.0.0.0/8');
    expect(parseRange('2001:DB8::/32')).toBe('2001:db8::/32');
    expect(parseRange('example.com')).toBeNull();
  });
});

describe('places', () => {
  const city: GeoNode = { id: 31, type: 'city', name: 'Hamburg', has_children: false };
  const region: GeoNode = { id: 30, type: 'region', name: 'Hamburg', has_children: true, children: [city] };
  const germany: GeoNode = { id: 'DE', type: 'country', name: 'Germany', has_children: true, children: [region] };
  const austria: GeoNode = { id: 'AT', type: 'country', name: 'Austria', has_children: true };
  const europe: GeoNode = { id: 5, type: 'group', name: 'Europe', has_children: true, children: [germany, austria] };

  test('a continent stands for its countries', () => {
    const all = toggled(EVERYWHERE, europe, true);
    expect(all.countries).toEqual(['DE', 'AT']);
    expect(stateOf(europe, all, false)).toBe('on');
    expect(isEverywhere(toggled(all, europe, false))).toBe(true);
  });

  test('a part of it makes the parents half chosen', () => {
    const some = toggled(EVERYWHERE, city, true);
    expect([city, region, germany, europe].map((node) => stateOf(node, some, false))).toEqual([
      'on',
      'mixed',
      'mixed',
      'mixed',
    ]);
    expect(stateOf(austria, some, false)).toBe('off');
  });

  test('choosing the whole replaces its parts', () => {
    const whole = toggled(toggled(EVERYWHERE, city, true), germany, true);
    expect(whole).toEqual({ countries: ['DE'], regions: [], cities: [] });
  });
});

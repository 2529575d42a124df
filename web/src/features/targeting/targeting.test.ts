import { describe, expect, test } from 'vitest';
import { HOURS_OF_WEEK, hoursInWords, isPreset, PRESETS, paint, rectangle } from './hours';
import { PASTE_MAX, parseId, parseRange, readPasted } from './pasted';

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
  const check = (text: string, known: number[], values: number[], notice: string | null) =>
    expect(readPasted(text, known, parseId)).toEqual({ values, notice });

  test('split, trimmed, without repeats', () => {
    check('1, 2\n3   2\t1', [], [1, 2, 3], null);
    check('4', [1], [1, 4], null);
    check(' ', [1], [1], null);
  });

  test('nothing valid keeps what was there and says so', () => {
    check('abc, -1, 0, 1.5', [7], [7], 'pasteInvalidText');
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

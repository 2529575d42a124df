import { describe, expect, it } from 'vitest';
import { chancesToBeBest, contestOf, intervalOf, leadOf, placeOn, scaleOf, surePercent } from './interval';

describe('intervalOf', () => {
  it('is Wilson’s, as the tables have it', () => {
    const { low, high } = intervalOf({ tries: 100, hits: 10 });
    expect(low).toBeCloseTo(0.0552, 4);
    expect(high).toBeCloseTo(0.1744, 4);
  });
  it('says something of nothing', () => {
    expect(intervalOf({ tries: 0, hits: 0 })).toEqual({ rate: 0, low: 0, high: 1 });
    const { low, high } = intervalOf({ tries: 1000, hits: 0 });
    expect(low).toBe(0);
    expect(high).toBeCloseTo(0.00383, 5);
  });
});

describe('chancesToBeBest', () => {
  it('is even for equals', () => {
    const [a, b] = chancesToBeBest([
      { tries: 1000, hits: 10 },
      { tries: 1000, hits: 10 },
    ]);
    expect(a).toBeCloseTo(0.5, 3);
    expect(b).toBeCloseTo(0.5, 3);
  });
  it('agrees with the closed form for two small ones', () => {
    // P(Beta(2, 1) > Beta(1, 2)) = 5/6.
    const [a] = chancesToBeBest([
      { tries: 1, hits: 1 },
      { tries: 1, hits: 0 },
    ]);
    expect(a).toBeCloseTo(5 / 6, 2);
  });
  it('holds where one was shown a million times and another hardly', () => {
    const chances = chancesToBeBest([
      { tries: 1_000_000, hits: 5_000 },
      { tries: 200, hits: 0 },
      { tries: 900_000, hits: 4_700 },
    ]);
    expect(chances.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 6);
    // The prior alone gives the hardly shown one its chance: (1 - 0.0052) ** 201.
    expect(chances[1]).toBeCloseTo(0.35, 1);
    expect(chances[2]).toBeGreaterThan(chances[0] ?? 1);
  });
});

it('judges as many ads as a group may send, and their chances add up', () => {
  const ads = Array.from({ length: 50 }, (_, at) => ({ tries: 10_000, hits: 50 + at }));
  const chances = chancesToBeBest(ads);
  expect(chances.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 6);
  expect(chances).toEqual([...chances].sort((a, b) => a - b));
});

describe('contestOf', () => {
  it('leads, loses and waits', () => {
    const { standings, early, isDecided } = contestOf([
      { id: 'b', tries: 91_360, hits: 429 },
      { id: 'a', tries: 134_300, hits: 712 },
      { id: 'c', tries: 48_050, hits: 197 },
      { id: 'd', tries: 20, hits: 3 },
    ]);
    expect(standings.map(({ id, loses }) => [id, loses])).toEqual([
      ['a', false],
      ['b', true],
      ['c', true],
    ]);
    expect(early.map(({ id }) => id)).toEqual(['d']);
    expect(isDecided).toBe(true);
  });
  it('does not decide between equals, and not for one', () => {
    expect(contestOf([{ id: 'a', tries: 1000, hits: 10 }]).isDecided).toBe(false);
    const two = contestOf([
      { id: 'a', tries: 1000, hits: 10 },
      { id: 'b', tries: 1000, hits: 11 },
    ]);
    expect(two.isDecided).toBe(false);
    expect(two.standings.some(({ loses }) => loses)).toBe(false);
  });
});

it('puts all on one scale', () => {
  const scale = scaleOf([intervalOf({ tries: 1000, hits: 10 }), intervalOf({ tries: 1000, hits: 30 })]);
  expect(placeOn(scale, 0)).toBe(0);
  expect(placeOn(scale, 1)).toBe(100);
  expect(placeOn(scale, 0.02)).toBeGreaterThan(40);
});

it('never says that something is certain', () => {
  expect(surePercent(1)).toBe(99.9);
  expect(surePercent(0)).toBe(0.1);
  expect(surePercent(0.978)).toBe(97.8);
});

describe('leadOf', () => {
  it('compares the first with the next, whatever others there are', () => {
    const lead = leadOf([
      { id: 'worst', tries: 10_000, hits: 10 },
      { id: 'first', tries: 10_000, hits: 105 },
      { id: 'next', tries: 10_000, hits: 100 },
    ]);
    expect(lead?.first.id).toBe('first');
    expect(lead?.beatsNext).toBeCloseTo(0.64, 1);
    expect(lead?.losers).toBe(1);
  });
  it('says nothing of one alone, nor of what was hardly tried', () => {
    expect(
      leadOf([
        { id: 'a', tries: 1000, hits: 10 },
        { id: 'b', tries: 20, hits: 1 },
      ]),
    ).toBeNull();
  });
});

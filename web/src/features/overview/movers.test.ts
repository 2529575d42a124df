import { expect, it } from 'vitest';
import type { StatRow } from '../statistics/asking';
import { comparedDays, moversOf } from './movers';

const row = (id: number, money: number | null, name: string | null = `U${id}`): StatRow => ({
  level: 'advertiser',
  id: String(id),
  name,
  parents: {},
  money,
});

const whole = (rows: StatRow[]) => ({ rows, isWhole: true });

const told = (movers: ReturnType<typeof moversOf>['greatest']) =>
  movers.map(({ name, now, before, change }) => [name, now, before, change?.text ?? null]);

it('compares seven days that are over with the seven before', () => {
  expect(comparedDays(Date.parse('2026-11-28T00:00:00Z'))).toEqual({
    range: { from: '2026-11-21', to: '2026-11-27' },
    earlier: { from: '2026-11-14', to: '2026-11-20' },
  });
});

it('names who has most, and who lost most, those who left included', () => {
  const now = [row(1, 300), row(2, 50), row(3, 20, null), row(4, 10), row(5, 9), row(6, 8), row(7, null)];
  const before = [row(1, 200), row(2, 80), row(8, 40), row(3, 20, null), row(9, null)];
  const { greatest, falling } = moversOf(whole(now), whole(before), 'money', true);
  expect(told(greatest)).toEqual([
    ['U1', 300, 200, '+50,0\u00a0%'],
    ['U2', 50, 80, '−37,5\u00a0%'],
    ['3', 20, 20, '0,0\u00a0%'],
    ['U4', 10, 0, null],
    ['U5', 9, 0, null],
  ]);
  expect(told(falling)).toEqual([
    ['U8', 0, 40, '−100,0\u00a0%'],
    ['U2', 50, 80, '−37,5\u00a0%'],
  ]);
  expect(told(moversOf(whole(now), whole(before), 'money', false).greatest).map(([name]) => name)).toEqual([
    'U1',
    'U2',
    'U4',
    'U5',
    'U6',
  ]);
});

it('says of who may be just beyond what was told only what is known', () => {
  const part = (rows: StatRow[]) => ({ rows, isWhole: false });
  const now = part([row(1, 300), row(2, 250)]);
  const before = part([row(1, 400), row(3, 375), row(4, 240)]);
  const { greatest, falling } = moversOf(now, before, 'money', true);
  expect(told(greatest)).toEqual([
    ['U1', 300, 400, '−25,0\u00a0%'],
    ['U2', 250, null, null],
  ]);
  expect(falling.map(({ name, now: is, isAtMost }) => [name, is, isAtMost])).toEqual([
    ['U3', 250, true],
    ['U1', 300, false],
  ]);
});

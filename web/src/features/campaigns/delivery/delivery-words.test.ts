import { expect, test } from 'vitest';
import type { Stop, StopAhead } from '~/api/sdk';
import { aheadText, explainedText, stopText } from './delivery-words';

const AHEAD: StopAhead = {
  code: 'daily_limit',
  title: 'The daily limit will be spent today',
  text: 'As the server says it.',
  lasts: 'until about 16:00 UTC',
  at: '2026-11-22T16:00:00Z',
  left: 10,
  per_hour: 1250.5,
  lost: 0.07,
  enough: 590,
};
const STOP: Stop = {
  code: 'price_above_rest',
  title: 'One click costs more than what is left',
  text: 'As the server says it.',
  above: { price: 0.7, rest: 0.125 },
  ads_count: 1,
  is_total: true,
  owner_can_act: true,
  of: [],
  of_count: 0,
};

/** With plain spaces in the place of narrow ones. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test('what will stop it is told in the unit of who reads', () => {
  const [dollars, cents] = [plain(aheadText(AHEAD, 'dollar')), plain(aheadText(AHEAD, 'cent'))];
  expect(dollars).toContain('What is left of the daily limit lasts until about 16:00 UTC: about $1 250,50 an hour');
  expect(dollars).toContain('About $0,07 more could be spent today.');
  expect(cents).toContain('about 125 050,0 ¢ an hour');
  expect(aheadText({ ...AHEAD, code: 'no_balance' }, 'dollar')).toContain('of the balance, for all your campaigns,');
});

test('a price above what is left is told in the unit of who reads', () => {
  expect(stopText(STOP, 'dollar')).toMatch(/^The cheapest click would cost \$0,70, and \$0,125 are left/);
  expect(plain(stopText(STOP, 'cent'))).toContain('cost 70,0 ¢, and 12,5 ¢ are left');
  expect(stopText({ ...STOP, above: null }, 'dollar')).toBe('As the server says it.');
  const explained = { step: 16, name: 'Budget', text: 'As the server says it.' };
  expect(explainedText({ ...explained, above: STOP.above }, 'dollar')).toBe(
    'One click would cost $0,70, and $0,125 remain.',
  );
  expect(explainedText(explained, 'dollar')).toBe('As the server says it.');
});

import { expect, it } from 'vitest';
import { cellsOf } from '~/lib/csv';
import { asOnScreen } from './csv';

const FILE = [
  'campaign_id;campaign;shows_count;clicks_count;invalid_shows_count;money',
  '1;"Tea; ""the"" best\nof all";948;18;0;1,94',
  'Total;;948;18;0;1,94',
  '',
].join('\r\n');

const lines = (text: string) => [...cellsOf(text.replace('\ufeff', ''))];

it('has the columns of the screen in their order, under their names', () => {
  expect(lines(asOnScreen(FILE, 'advertiser', ['money', 'shows_count']))).toEqual([
    ['Campaign, id', 'Campaign', 'Spent, $', 'Shows'],
    ['1', 'Tea; "the" best\nof all', '1,94', '948'],
    ['Total', '', '1,94', '948'],
  ]);
});

it('has all figures when all are asked for', () => {
  expect(lines(asOnScreen(FILE, 'advertiser', null))[0]).toEqual([
    'Campaign, id',
    'Campaign',
    'Shows',
    'Clicks',
    'Spent, $',
  ]);
});

it('has those of the screen first, in their order, when all are asked for', () => {
  const file = 'block_id;block;money_web;cpm;bid_web;confirmed_cpm_web\r\n';
  expect(lines(asOnScreen(file, 'webmaster', null))[0]?.slice(2)).toEqual([
    'Per click, $',
    'CPM, $',
    'Income, $',
    'CPM viewable, $',
  ]);
});

it.each([
  ['a;b', [['a', 'b']]],
  ['a;', [['a', '']]],
  ['"";x\n', [['', 'x']]],
  ['a\nb\n', [['a'], ['b']]],
  ['', []],
])('reads %j', (text, expected) => {
  expect(lines(text)).toEqual(expected);
});

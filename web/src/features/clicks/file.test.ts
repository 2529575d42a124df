import { expect, it } from 'vitest';
import { cellsOf } from '~/lib/csv';
import { clicksOnScreen } from './file';

const FILE = [
  'click_id;clicked_at;verdict;reason;campaign_id;campaign;site_id;site;target_id;target;cost;approved;approved_money',
  'abc;2026-11-21 10:00:00;valid;;7;Tea;81;news.example;1;Commodity;0,07;1;3,5',
  '',
].join('\r\n');

const SPEC = {
  columns: [
    { id: 'verdict', label: 'Verdict', cell: () => null },
    { id: 'cost', label: 'Cost', cell: () => null },
    { id: 'conversions', label: 'Conversions', cell: () => null },
    { id: 'campaign', label: 'Campaign', text: () => null },
    { id: 'site', label: 'Site', hidden: true, text: () => null },
  ],
} as const;

const linesOf = (all: boolean, visible: readonly string[] | null) => [
  ...cellsOf(clicksOnScreen(FILE, SPEC, { all, visible }).replace('\ufeff', '')),
];

it('has the columns on screen, in their order and under their names', () => {
  expect(linesOf(false, null)).toEqual([
    [
      'Click',
      'Click, id',
      'Verdict',
      'Verdict, reason',
      'Cost, $',
      'Conversions, approved',
      'Conversions, approved, $',
      'Campaign',
    ],
    ['2026-11-21 10:00:00', 'abc', 'Valid', '', '0,07', '1', '3,5', 'Tea'],
  ]);
  expect(linesOf(false, ['site'])[0]).toEqual(['Click', 'Click, id', 'Site']);
});

it('has all columns when that is asked for, those of the screen first', () => {
  const [head = [], line = []] = linesOf(true, ['site']);
  expect(head.slice(-5)).toEqual(['Site', 'Campaign, id', 'Site, id', 'Target, id', 'Target']);
  expect([head.length, line.length]).toEqual([13, 13]);
});

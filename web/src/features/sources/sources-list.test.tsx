import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SourceRow } from '~/api/sdk';
import { CurrencyUnit } from '~/api/words';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { ListPart } from '../list/list-view';
import { sourceColumns } from './source-columns';
import { sourcesList } from './sources-list';

const saved: { text: string; name: string }[] = [];
vi.mock('~/api/download', () => ({
  saveFile: (content: Blob, name: string) => content.text().then((text) => saved.push({ text, name })),
}));

const row = (site_id: number, block_id: number | null, more: Partial<SourceRow>) => ({
  site_id,
  block_id,
  site_name: 'bad.example',
  state: 'open',
  is_open: true,
  is_by_rule: false,
  coefficient: null,
  coefficient_in_force: 1,
  against_mean: { ratio: null, low: null, high: null },
  invalid: [],
  invalid_percentage: null,
  statistic: { money: 0, shows_count: 0, clicks_count: 0, lead: 0, cpl: null, roi_percentage: null },
  ...more,
});

const ROWS = [
  row(82, null, {
    state: 'blocked',
    is_by_rule: true,
    coefficient_in_force: 1.4,
    against_mean: { ratio: 7.75, low: 2.1, high: null },
    invalid_percentage: 20,
    statistic: {
      money: 100.5,
      shows_count: 9000,
      clicks_count: 100,
      lead: 2,
      cpl: 50.25,
      roi_percentage: -90,
    } as SourceRow['statistic'],
  }),
  row(82, 91, {}),
];

const SOURCES = 'GET /api/advertiser/campaigns/5/source/stats';

beforeEach(() => {
  saved.length = 0;
  localStorage.clear();
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

it('becomes a file with what is on screen, of the tab, the level and the order that are chosen', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, currency_unit: CurrencyUnit.Dollar } }),
    [SOURCES]: ok({
      data: ROWS,
      pagination: { current_page: 1, last_page: 1, per_page: 500, total: 2 },
      counts_by_view: {},
    }),
  });
  const spec = {
    ...sourcesList(5),
    columns: sourceColumns('dollar', 1, undefined, { setCoefficient: () => Promise.resolve(true) }),
  };
  showAt('/sources?view=dearer&level=block&sort=cpl&cols=site_id.state.money.against', <ListPart spec={spec} />);
  await userEvent.click(await screen.findByRole('button', { name: 'CSV' }));
  const panel = await screen.findByRole('dialog', { name: 'CSV' });
  await userEvent.click(within(panel).getByRole('button', { name: 'Save the file' }));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  const [file] = saved;
  expect(file?.name).toMatch(/^sources-\d{4}-\d\d-\d\d\.csv$/);
  expect(file?.text.replace('\ufeff', '').trim().split('\r\n')).toEqual([
    'Site, block;Site, number;State;Spent, $;× mean',
    'bad.example;82;Blocked by a rule;100,5;7,75',
    'bad.example #91;82;Open;0;',
  ]);
  const asked = new URL(calls.findLast(({ path }) => path.includes('/source/stats'))?.path ?? '', location.origin);
  const of = (name: string) => asked.searchParams.get(name);
  expect([of('level'), of('filters[view]'), of('order_by'), of('count')]).toEqual(['block', 'dearer', 'cpl', '500']);
});

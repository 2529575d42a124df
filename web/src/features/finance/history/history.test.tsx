import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MovementType } from '~/api/words';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { ListPart } from '../../list/list-view';
import { HISTORY as ADVERTISER } from './advertiser-history';
import { HISTORY as WEBMASTER } from './webmaster-history';

const pagination = { current_page: 1, last_page: 1, per_page: 15, total: 2 };
const day = { amount: 1, balance_after: 5, clicks: 2, comment: '', date: '2026-11-20T00:00:00Z' };
const given = (rows: object[]) => ok({ data: rows.map((row) => ({ ...day, ...row })), pagination, meta: pagination });

afterEach(() => vi.unstubAllGlobals());

it('names campaigns, and tells one whose name is not known by its number', async () => {
  const rows = [
    { campaign_id: 26, campaign_name: 'Umbrellas' },
    { campaign_id: 27, campaign_name: null },
  ];
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/balance/history': given(rows),
  });
  showAt('/advertiser/finance', <ListPart spec={ADVERTISER} />);
  expect(await screen.findByRole('link', { name: 'Umbrellas' })).toHaveAttribute('href', '/advertiser/campaigns/26');
  expect(screen.getByRole('link', { name: 'Campaign 27' })).toBeInTheDocument();
});

it('names blocks, and tells payouts by their number', async () => {
  const rows = [
    { block_id: 25, block_name: 'Sidebar', type_index: MovementType.Earnings },
    { payout_id: 4, type_index: MovementType.Payout, amount: -1 },
  ];
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/webmaster/balance/history': given(rows),
  });
  showAt('/webmaster/finance', <ListPart spec={WEBMASTER} />);
  expect(await screen.findByRole('cell', { name: 'Sidebar' })).toBeInTheDocument();
  expect(within(screen.getByRole('table')).getByRole('cell', { name: 'Payout 4' })).toBeInTheDocument();
});

import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Ad, AdBids } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { show } from '~/test/show';
import { BidHours } from './bid-hours';

const AD = { id: 9 } as Ad;
const HOUR = { bid: 1, why: 'learning', clicks_count: 12, leads_count: 1, worth: 5, spent: 12 } as const;
const BIDS: AdBids = {
  mode: 'lead_cost',
  is_learning: true,
  learning_clicks: 30,
  learning_leads: 5,
  window_days: 7,
  hours: [{ ...HOUR, hour: '2026-11-20T11:00:00Z' }],
};

const open = (bids: AdBids) => {
  stubApi({ 'GET /api/advertiser/ads/9/bids': ok({ data: bids }) });
  show(<BidHours ad={AD} />);
};

afterEach(() => vi.unstubAllGlobals());

it('says how far an ad has learnt', async () => {
  open(BIDS);
  expect(await screen.findByText(/by the last 7 days/)).toHaveTextContent(
    'It learns: 12 of 30 clicks, 1 of 5 approved leads.',
  );
  expect(screen.queryByRole('img', { name: 'Bid by hour' })).toBeNull();
});

it('tells each hour what the bid was and why, the newest first', async () => {
  const whys = ['at_most', 'slowed', 'follows'] as const;
  open({
    ...BIDS,
    is_learning: false,
    hours: whys.map((why, at) => ({ ...HOUR, why, bid: 3 - at, worth: 120.5, hour: `2026-11-20T1${3 - at}:00:00Z` })),
  });
  const table = await screen.findByRole('region', { name: 'Bids by hour' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(/13:00.*3,00+At the most that you allow121120,50+$/),
    expect.stringMatching(/12:00.*2,00+Lowered: much spent, few leads121120,50+$/),
    expect.stringMatching(/11:00.*1,00+As the figures say121120,50+$/),
  ]);
  expect(screen.queryByText(/It learns/)).toBeNull();
});

it('is not there for a bid that was never anything but set by hand', async () => {
  open({ ...BIDS, mode: 'by_hand', hours: [] });
  await vi.waitFor(() => expect(document.querySelector('section, [aria-busy]')).toBeNull());
  expect(screen.queryByRole('heading')).toBeNull();
});

it('has the bid beside the hour on a phone, which stands in one line', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
  open(BIDS);
  const table = within(await screen.findByRole('region', { name: 'Bids by hour' }));
  const heads = table.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads.slice(0, 3)).toEqual(['Hour, UTC', 'Bid, $', 'Why']);
});

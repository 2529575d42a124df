import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Ad } from '~/api/sdk';
import { ok, refused, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { askAutoBid } from './auto-bid-dialog';

const BY_LEAD = {
  id: 9,
  title: 'Boots',
  bids: [],
  bid_mode: 'lead_cost',
  epc_coefficient: null,
  epc_max: null,
  lead_cost: 6,
  bid_floor: 0.1,
  bid_ceiling: 2,
} as unknown as Ad;

const ALL = 'PUT /api/advertiser/ads/all';
const DONE = ok({ data: { updated_count: 1 } });

afterEach(() => vi.unstubAllGlobals());

/** The dialog of one ad, that ad as the server has it, and the answers to what is set. */
async function open(now: () => Ad, answers: Parameters<typeof stubApi>[0] = {}, ad = BY_LEAD) {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/targeting/min_bids': ok({ data: { decimals: 3 } }),
    'GET /api/advertiser/ads/universal/9': () => ok({ data: now() }),
    [`${ALL}/earnings`]: DONE,
    [`${ALL}/lead_cost`]: DONE,
    ...answers,
  });
  showAt(
    '/here',
    <button type="button" onClick={() => askAutoBid([ad])}>
      Ask
    </button>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Ask' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Follows earnings' }));
  fill(await screen.findByLabelText('The most'), '1,5');
  return {
    set: () => fireEvent.click(screen.getByRole('button', { name: 'Set for 1' })),
    sent: () => calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path.split('/').pop(), body]),
  };
}

it('sends nothing while the coefficient is none', async () => {
  const { set, sent } = await open(() => BY_LEAD);
  for (const wrong of ['abc', '12', '0', '1.005', '']) {
    fill(screen.getByLabelText('Coefficient'), wrong);
    set();
    await waitFor(() => expect(screen.getByLabelText('Coefficient')).toHaveAccessibleDescription(/From 0,01 to 10/));
  }
  expect(sent()).toEqual([]);
  fill(screen.getByLabelText('Coefficient'), '0,8');
  set();
  await waitFor(() => expect(sent()).toEqual([['earnings', { ids: [9], epc_coefficient: 0.8, epc_max: 1.5 }]]));
});

it('says why the bid stays as it is', async () => {
  const { set, sent } = await open(() => BY_LEAD, {
    [`${ALL}/earnings`]: refused({ epc_max: ['must be at least 2'] }),
  });
  set();
  expect(await screen.findByText(/must be at least 2/i)).toBeInTheDocument();
  expect(sent()).toHaveLength(1);
});

it('leaves alone what somebody else has set meanwhile', async () => {
  const { set, sent } = await open(() => ({ ...BY_LEAD, lead_cost: 7 }));
  set();
  expect(await screen.findByText(/^It was changed elsewhere/)).toBeInTheDocument();
  expect(sent()).toEqual([]);
});

it('shows a coefficient as amounts are shown, and as it is typed', async () => {
  const ad = { ...BY_LEAD, bid_mode: 'earnings', epc_coefficient: 0.85, epc_max: 2 } as Ad;
  const { set, sent } = await open(() => ad, {}, ad);
  const field = screen.getByLabelText('Coefficient');
  expect(field).toHaveValue('0,85');
  fill(field, '1.25');
  expect(field).toHaveValue('1,25');
  set();
  await waitFor(() => expect(sent()).toEqual([['earnings', { ids: [9], epc_coefficient: 1.25, epc_max: 1.5 }]]));
});

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Ad } from '~/api/sdk';
import { ok, refused, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { Bid } from './bid';

const AD = { id: 9, title: 'Boots', one_bid_for_all_geo: 0.4, bid_mode: 'by_hand', bids: [] } as unknown as Ad;

afterEach(() => vi.unstubAllGlobals());

/** The bid of a row, the server's ad, and the answer to a new bid. */
async function open(now: () => Ad, answer: Parameters<typeof stubApi>[0][string] = ok({ data: { updated_count: 1 } })) {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/targeting/min_bids': ok({ data: { decimals: 3 } }),
    'GET /api/advertiser/ads/universal/9': () => ok({ data: now() }),
    'PUT /api/advertiser/ads/all/bid': answer,
  });
  let show: (ad: Ad) => void = () => undefined;
  function Row() {
    const [ad, setAd] = useState(AD);
    show = setAd;
    return <Bid ad={ad} />;
  }
  showAt('/here', <Row />);
  fireEvent.click(await screen.findByRole('button', { name: /^Bid of Boots: change/ }));
  return {
    field: await screen.findByLabelText('Bid, $'),
    save: () => fireEvent.click(screen.getByRole('button', { name: 'Save' })),
    show: (ad: Ad) => show(ad),
    sent: () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body),
  };
}

it('tells of a bid that was changed elsewhere before it replaces it, also where the row shows it already', async () => {
  const newer = { ...AD, one_bid_for_all_geo: 0.5 };
  const { field, save, show, sent } = await open(() => newer);
  fill(field, '0,6');
  act(() => show(newer));
  save();
  expect(await screen.findByText(/^It is 0,50 \$ now: it was changed elsewhere\./)).toBeInTheDocument();
  expect(field).toHaveValue('0,6');
  expect(sent()).toEqual([]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  save();
  await waitFor(() => expect(sent()).toEqual([{ ids: [9], one_bid_for_all_geo: 0.6 }]));
});

it('never wipes bids by country unseen', async () => {
  const { field, save, sent } = await open(
    () => ({ ...AD, one_bid_for_all_geo: null, bids: [{ country: 'DE', bid: 0.3 }] }) as unknown as Ad,
  );
  fill(field, '0,6');
  save();
  expect(await screen.findByText(/^It is 0,30 \$ now/)).toBeInTheDocument();
  expect(sent()).toEqual([]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  save();
  await waitFor(() => expect(sent()).toEqual([{ ids: [9], one_bid_for_all_geo: 0.6, replace_country_bids: true }]));
});

it('shows of bids by country all of them, with that of all other countries', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/targeting/min_bids': ok({ data: { decimals: 3 } }),
  });
  showAt('/here', <Bid ad={{ ...AD, bids: [{ country_code: 'DE', bid: 0.9 }] }} />);
  fireEvent.click(await screen.findByRole('button', { name: /^One bid in place of those by country .*0,40 to 0,90$/ }));
  expect(await screen.findByLabelText('One bid in place of those by country, $')).toHaveValue('');
});

it('stays until it is answered, so that a refusal is seen beside what was typed', async () => {
  const { field, save } = await open(() => AD, refused({ one_bid_for_all_geo: ['must be at least 0.7'] }));
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const stub = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: Request) => {
    if (input.method === 'PUT') await held;
    return stub(input);
  });
  fill(field, '0,6');
  save();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled());
  fireEvent.mouseDown(document.body);
  fireEvent.keyDown(field, { key: 'Escape' });
  await act(async () => answer());
  expect(await screen.findByText('Must be at least 0.7.')).toBeInTheDocument();
});

it('says beside the field why the server refuses', async () => {
  const { field, save } = await open(() => AD, refused({ one_bid_for_all_geo: ['must be at least 0.7'] }));
  fill(field, '0,6');
  save();
  expect(await screen.findByText('Must be at least 0.7.')).toBeInTheDocument();
  expect(field).toHaveValue('0,6');
});

it('shows of an automatic bid that it is one, and leads to what it follows', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/targeting/min_bids': ok({ data: { decimals: 3 } }),
  });
  showAt('/here', <Bid ad={{ ...AD, bid_mode: 'lead_cost', lead_cost: 6, bid_floor: 0.1, bid_ceiling: 2 }} />);
  fireEvent.click(await screen.findByRole('button', { name: /^Bid of Boots, follows cost per lead: change/ }));
  expect(await screen.findByText('Automatic bid of 1 ad')).toBeInTheDocument();
  expect(screen.getByLabelText('A lead may cost')).toHaveValue('6');
});

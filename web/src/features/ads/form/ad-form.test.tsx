import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Ad, AdGroup, Campaign } from '~/api/sdk';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { AdForm } from './ad-form';

beforeEach(() => {
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

const focused = () => document.activeElement as HTMLElement;

const CAMPAIGN = { id: 1, name: 'Spring' } as Campaign;
const GROUP = { id: 3, name: 'Evenings', ad_format_type_id: 16, coefficients: [] } as unknown as AdGroup;

const stubForm = () =>
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, features: [], currency_unit: 1, default_bid: 4 } }),
    'GET /api/advertiser/ad_groups/3/reach': ok({ data: { shows_per_day: null, samples: 0, text: '', bids: null } }),
    'POST /api/advertiser/ads/check_landing': ok({ data: {} }),
  });

it('says at the picture that one is missing, leads there, and sends nothing', async () => {
  const calls = stubForm();
  showAt('/here', <AdForm campaign={CAMPAIGN} group={GROUP} />);
  fill(await screen.findByLabelText(/^Address/), 'https://shop.example/frames');
  fill(screen.getByLabelText(/^Title/), 'Oak frames for every picture you have');
  fill(screen.getByLabelText(/^Description/), 'Oak, glass, two hooks.');
  fireEvent.click(screen.getByRole('button', { name: 'Send to moderation' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/picture/i);
  await waitFor(() => expect(screen.getByRole('region', { name: 'Picture' })).toContainElement(focused()));
  expect(calls.filter(({ method, path }) => method === 'POST' && path.includes('/ads/universal'))).toEqual([]);
});

it('shows the coefficient of earnings as amounts are shown', async () => {
  stubForm();
  const ad = {
    id: 9,
    supported_block_format_types: [16],
    bids: [],
    one_bid_for_all_geo: 0.4,
    bid_mode: 'earnings',
    epc_coefficient: 0.8,
    epc_max: 0.2,
  };
  showAt('/here', <AdForm campaign={CAMPAIGN} group={GROUP} ad={ad as unknown as Ad} />);
  expect(await screen.findByLabelText('Coefficient')).toHaveValue('0,8');
});

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AdGroup, Campaign } from '~/api/sdk';
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

it('says at the picture that one is missing, leads there, and sends nothing', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, features: [], currency_unit: 1, default_bid: 4 } }),
    'GET /api/advertiser/ad_groups/3/reach': ok({ data: { shows_per_day: null, samples: 0, text: '', bids: null } }),
    'POST /api/advertiser/ads/check_landing': ok({ data: {} }),
  });
  showAt(
    '/here',
    <AdForm
      campaign={{ id: 1, name: 'Spring' } as Campaign}
      group={{ id: 3, name: 'Evenings', ad_format_type_id: 16, coefficients: [] } as unknown as AdGroup}
    />,
  );
  fill(await screen.findByLabelText(/^Address/), 'https://shop.example/frames');
  fill(screen.getByLabelText(/^Title/), 'Oak frames for every picture you have');
  fill(screen.getByLabelText(/^Description/), 'Oak, glass, two hooks.');
  fireEvent.click(screen.getByRole('button', { name: 'Send to moderation' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/picture/i);
  await waitFor(() => expect(screen.getByRole('region', { name: 'Picture' })).toContainElement(focused()));
  expect(calls.filter(({ method, path }) => method === 'POST' && path.includes('/ads/universal'))).toEqual([]);
});

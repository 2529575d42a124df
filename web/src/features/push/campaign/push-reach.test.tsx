import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { show } from '~/test/show';
import { PushReachSteps } from './push-reach';

afterEach(() => vi.unstubAllGlobals());

it('says how many are left at each step to a notification today', async () => {
  const reach = { subscribers: 48_310, in_daytime: 41_870, under_daily_cap: 30_260, due_today: 0, pushes_a_day: 9 };
  const calls = stubApi({ 'POST /api-push-proxy/campaigns/reach': ok({ data: { ...reach, is_estimate: true } }) });
  show(<PushReachSteps audience={{ countries: ['DE'] }} />);
  expect(await screen.findByText('By this targeting')).toBeInTheDocument();
  const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '));
  expect(figures).toEqual(['About 48 310', 'About 41 870', 'About 30 260', '0']);
  expect(calls.map(({ body }) => body)).toEqual([{ countries: ['DE'] }]);
});

it('says so where it cannot be counted', async () => {
  stubApi({ 'POST /api-push-proxy/campaigns/reach': { status: 503, body: { status: 503, title: 'Busy' } } });
  show(<PushReachSteps audience={{}} />);
  expect(await screen.findByText('It cannot be counted just now.')).toBeInTheDocument();
});

import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { GroupGuide } from './bid-guide';
import { Reach } from './reach';

afterEach(() => vi.unstubAllGlobals());

const ESTIMATE = {
  shows_per_day: 12_400,
  samples: 310,
  text: 'About 12 400 shows a day were possible in the last 7 days.',
  bids: { clicks: 640, p25: 0.07, p50: 0.12, p75: 0.2, share_at_bid: 50 },
};

it('says what an audience could have, and what its clicks cost', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'POST /api/advertiser/campaigns/reach': ok({
      data: { ...ESTIMATE, bids: { ...ESTIMATE.bids, share_at_bid: null } },
    }),
  });
  showAt('/here', <Reach audience={{ countries: ['DE'] }} />);
  const said = await screen.findByText(/About 12 400 shows a day/);
  expect(said).toHaveTextContent('Half of the 640 valid clicks of the last 7 days cost at most $0,12');
  expect(said).not.toHaveTextContent('Your bid');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ countries: ['DE'] });
});

it('says how a bid stands among them', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/ad_groups/3/reach': ok({ data: ESTIMATE }),
  });
  showAt('/here', <GroupGuide group={3} bid={0.12} />);
  expect(await screen.findByText(/About 12 400 shows a day/)).toHaveTextContent(
    'Your bid is at or above 50 % of them.',
  );
  expect(calls.some(({ path }) => path === '/api/advertiser/ad_groups/3/reach?bid=0.12')).toBe(true);
});

it('says that nothing can be said while the server does not answer', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'POST /api/advertiser/campaigns/reach': { status: 422, body: { title: 'Invalid', status: 422 } },
  });
  showAt('/here', <Reach audience={{}} />);
  expect(await screen.findByText('It cannot be estimated just now.')).toBeInTheDocument();
});

import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Campaign } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { GroupReach } from '../reach/reach';
import { CampaignSettings } from './campaign-settings';

afterEach(() => vi.unstubAllGlobals());

const REACH = {
  data: {
    shows_per_day: 35,
    samples: 35,
    text: 'About 35 shows a day were possible in the last day.',
    bids: { clicks: 400, p25: 0.05, p50: 0.07, p75: 0.1, share_at_bid: null },
  },
};
const USER = { data: { id: 1, currency_unit: 1, features: [] } };

it('says on the page of a campaign how many shows its audience has, and what clicks cost there', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok(USER),
    'POST /api/advertiser/campaigns/reach': ok(REACH),
  });
  const campaign = {
    id: 7,
    target_id: 1,
    categories: [3],
    languages: ['de'],
    spent_today: 1,
    spent_total: 2,
    pacing: 'asap',
    version: 1,
  } as unknown as Campaign;
  showAt('/here', <CampaignSettings campaign={campaign} />);
  expect(await screen.findByText(/About 35 shows a day were possible/)).toHaveTextContent(
    'Half of the 400 valid clicks of the last 7 days cost at most $0,07',
  );
  const asked = calls.find(({ method }) => method === 'POST');
  expect(asked?.body).toMatchObject({ target_id: 1, categories: [3], languages: ['de'] });
});

it('says the same of a group', async () => {
  stubApi({ 'GET /api/oauth2/user': ok(USER), 'GET /api/advertiser/ad_groups/4/reach': ok(REACH) });
  showAt('/here', <GroupReach group={4} />);
  expect(await screen.findByText(/About 35 shows a day were possible/)).toHaveTextContent('a quarter at most $0,05');
});

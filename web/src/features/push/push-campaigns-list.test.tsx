import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { CampaignStatus } from '~/api/words';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { CAMPAIGN_ACTIONS } from '../campaigns/campaign-actions';
import { ListPart } from '../list/list-view';
import { PUSH_CAMPAIGN_LIST } from './push-campaigns-list';

afterEach(() => vi.unstubAllGlobals());

const CABINS = {
  id: 41,
  uuid: '0193a81c',
  name: 'Cabins',
  marks: [],
  status: CampaignStatus.Stopped,
  status_id: CampaignStatus.Stopped,
  is_started_wanted: false,
  content_type: { id: 1, name: 'Commodity' },
  running_ads_count: 1,
  ads_count: 2,
  countries: [],
  reach: null,
};

it.each([
  ['its own list', PUSH_CAMPAIGN_LIST.actions],
  ['the list of both kinds', CAMPAIGN_ACTIONS],
])('deletes a push campaign by its number, from %s', async (_list, actions) => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api-push-proxy/campaigns': ok({ data: [CABINS], pagination: { total: 1, limit: 50, offset: 0 } }),
    'DELETE /api/advertiser/campaigns/41': { status: 204 },
  });
  showAt('/here', <ListPart spec={{ ...PUSH_CAMPAIGN_LIST, actions } as typeof PUSH_CAMPAIGN_LIST} />);
  await userEvent.click(await screen.findByRole('button', { name: 'More for Cabins' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Delete/ }));
  const deleted = () => calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
  await vi.waitFor(() => expect(deleted()).toEqual(['/api/advertiser/campaigns/41']));
});

it('says how many subscribers all campaigns reach, each counted once', async () => {
  const reach = (subscribers: number, due_today: number) => ({
    subscribers,
    in_daytime: subscribers,
    under_daily_cap: subscribers,
    due_today,
    pushes_a_day: subscribers,
    is_estimate: false,
  });
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api-push-proxy/campaigns': ok({
      data: [
        { ...CABINS, reach: reach(48_310, 21_940) },
        { ...CABINS, id: 42, uuid: '0193a6e4', name: 'Lisbon', reach: reach(112_480, 64_300) },
      ],
      pagination: { total: 2, limit: 50, offset: 0 },
      total_statistic: { impressions: 5 },
      total_reach: reach(132_000, 84_640),
    }),
  });
  showAt('/here', <ListPart spec={PUSH_CAMPAIGN_LIST} />);
  const total = await screen.findByRole('row', { name: /^Total of 2 push campaigns/ });
  expect(total.textContent?.replaceAll(/\s/g, ' ')).toMatch(/132 000.*84 640/);
});

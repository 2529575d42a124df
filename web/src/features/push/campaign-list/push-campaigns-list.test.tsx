import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { CampaignStatus } from '~/api/words';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { CAMPAIGN_ACTIONS } from '../../campaigns/list/campaign-actions';
import { ListPart } from '../../list/list-view';
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

const ad = (id: number, title: string, clicks: number, status_id: CampaignStatus = CampaignStatus.Started) => ({
  id,
  uuid: `0193-${id}`,
  title,
  body: 'Stove, lake, no signal.',
  buttons: [{ action: 'open', title: 'Look inside' }],
  bid: 0.11,
  status_id,
  is_started_wanted: status_id !== CampaignStatus.Stopped,
  halts: [],
  statistic: { impressions: 20_000, clicks, ctr: clicks / 200 },
});

it('opens a campaign to its ads, with whom it reaches and which of them is the best', async () => {
  const reach = { subscribers: 48_310, in_daytime: 41_870, under_daily_cap: 30_260, due_today: 21_940 };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api-push-proxy/campaigns': ok({
      data: [{ ...CABINS, reach }],
      pagination: { total: 1, limit: 50, offset: 0 },
    }),
    'GET /api-push-proxy/campaigns/0193a81c/ads': ok({
      data: [ad(1, 'One cabin is free', 160), ad(2, 'Your weekend has no plan', 80)],
      pagination: { total: 2, limit: 12, offset: 0 },
    }),
  });
  showAt('/here?period=yesterday', <ListPart spec={PUSH_CAMPAIGN_LIST} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Open Cabins' }));
  const opened = await screen.findByRole('region', { name: 'Ads of Cabins' });
  expect(await within(opened).findByRole('img', { name: /One cabin is free.*Look inside/ })).toBeInTheDocument();
  expect(within(opened).getByText('Under their daily cap').nextSibling).toHaveTextContent(/30.260/);
  expect(within(opened).getByText(/^The best ad, /)).toBeInTheDocument();
  expect(within(opened).getByText(/^Loses: /)).toBeInTheDocument();
  // Of the days that the list is of.
  const daysOf = (part: string) => {
    const query = new URLSearchParams(calls.find(({ path }) => path.includes(part))?.path.split('?')[1]);
    return [query.get('stats_from'), query.get('stats_to')];
  };
  const yesterday = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  expect(daysOf('/campaigns?')).toEqual([yesterday, yesterday]);
  expect(daysOf('/0193a81c/ads?')).toEqual(daysOf('/campaigns?'));
  await userEvent.click(screen.getByRole('button', { name: 'Close Cabins' }));
  expect(screen.queryByRole('region', { name: 'Ads of Cabins' })).toBeNull();
});

it('compares the ads of a campaign that run, and asks nobody to stop one that is off', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api-push-proxy/campaigns': ok({ data: [CABINS], pagination: { total: 1, limit: 50, offset: 0 } }),
    'GET /api-push-proxy/campaigns/0193a81c/ads': ok({
      data: [
        ad(1, 'Once the best', 400, CampaignStatus.Stopped),
        ad(2, 'One cabin is free', 160),
        ad(3, 'Its limit is spent', 80, CampaignStatus.DailyBudget),
        ad(4, 'Stopped as the worst', 20, CampaignStatus.Stopped),
        ad(5, 'A rule paused it', 20, CampaignStatus.PausedByRule),
      ],
      pagination: { total: 5, limit: 12, offset: 0 },
    }),
  });
  showAt('/here', <ListPart spec={PUSH_CAMPAIGN_LIST} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Open Cabins' }));
  const opened = await screen.findByRole('region', { name: 'Ads of Cabins' });
  await within(opened).findByText(/^The best ad, /);
  const texts = within(opened)
    .getAllByRole('listitem')
    .map((item) => item.lastElementChild?.textContent);
  const off = 'It does not run: it is not compared.';
  expect(texts).toEqual([off, expect.stringMatching(/^The best ad, /), expect.stringMatching(/^Loses: /), off, off]);
});

it('shows and compares the ads that run before those that do not, where there are more than have room', async () => {
  const off = Array.from({ length: 12 }, (_, index) => ad(index + 1, `Old ${index}`, 400, CampaignStatus.Stopped));
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api-push-proxy/campaigns': ok({ data: [CABINS], pagination: { total: 1, limit: 50, offset: 0 } }),
    'GET /api-push-proxy/campaigns/0193a81c/ads': ok({
      data: [...off, ad(13, 'One cabin is free', 160), ad(14, 'Last days', 80)],
      pagination: { total: 70, limit: 50, offset: 0 },
    }),
  });
  showAt('/here', <ListPart spec={PUSH_CAMPAIGN_LIST} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Open Cabins' }));
  const opened = await screen.findByRole('region', { name: 'Ads of Cabins' });
  await within(opened).findByText(/^The best ad, /);
  expect(within(opened).getByText(/^Loses: /)).toBeInTheDocument();
  expect(within(opened).getAllByText('It does not run: it is not compared.')).toHaveLength(10);
  expect(within(opened).getByText(/the 14 most shown are compared/)).toBeInTheDocument();
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

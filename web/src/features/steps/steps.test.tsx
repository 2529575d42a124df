import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AdStatus, CampaignStatus, SiteStatus, UserStatus } from '~/api/words';
import { session } from '~/app/session';
import { type Answers, ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { FirstSteps } from './first-steps';

const list = (data: object[]) =>
  ok({ data, pagination: { current_page: 1, last_page: 1, per_page: 50, total: data.length } });
const USER = { 'GET /api/oauth2/user': ok({ data: { id: 7, email: 'a@b.example', status_id: UserStatus.Active } }) };
const campaign = (more = {}) => ({ id: 3, uuid: null, name: 'Hats', spent_total: 0, ...more });

beforeEach(() => {
  localStorage.clear();
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

/** The steps with their marks. */
async function steps() {
  const card = await screen.findByRole('region', { name: 'First steps' });
  return within(card)
    .getAllByRole('listitem')
    .map((item) => {
      const link = within(item).getByRole('link');
      const isDone = within(item).queryByLabelText('Done') !== null;
      return [link.textContent, isDone, link.getAttribute('href')];
    });
}

const advertiser = (answers: Answers) => {
  const calls = stubApi({ ...USER, 'GET /api/advertiser/balance': ok({ data: { balance: 0 } }), ...answers });
  showAt('/here', <FirstSteps of="advertiser" />);
  return calls;
};

it('leads an advertiser from nothing to the first campaign', async () => {
  const calls = advertiser({ 'GET /api/advertiser/campaigns': list([]) });
  expect(await steps()).toEqual([
    ['Address confirmed', true, '/account'],
    ['Money on the balance', false, '/advertiser/finance'],
    ['First campaign', false, '/advertiser/campaigns/campaign-formats'],
    ['A group and an ad', false, '/advertiser/campaigns/campaign-formats'],
    ['An ad approved', false, '/advertiser/all-medias'],
    ['First click', false, '/advertiser/clicks'],
  ]);
  expect(calls.some(({ path }) => path.startsWith('/api/advertiser/ads'))).toBe(false);
});

it('tells of a rejected ad, and of an approved one', async () => {
  let status: number = AdStatus.Rejected;
  const answers = {
    'GET /api/advertiser/balance': ok({ data: { balance: 20 } }),
    'GET /api/advertiser/campaigns': list([campaign()]),
    'GET /api/advertiser/ads/all': () => list([{ id: 1, status_id: status }]),
  };
  advertiser(answers);
  expect(await screen.findByText(/One was rejected/)).toBeInTheDocument();
  expect((await steps()).map(([, isDone]) => isDone)).toEqual([true, true, true, true, false, false]);
  status = AdStatus.Launched;
  cleanup();
  advertiser(answers);
  expect(await screen.findByText('It can be shown.')).toBeInTheDocument();
});

it('waits for nobody to read a push ad whose campaign was declined', async () => {
  advertiser({
    'GET /api/advertiser/campaigns': list([campaign({ uuid: 'u-1' })]),
    'GET /api/advertiser/ads/all': list([]),
    'GET /api-push-proxy/ads': list([{ id: 1, status_id: CampaignStatus.Declined, is_rejected: false }]),
  });
  expect(await screen.findByText(/Its campaign was declined/)).toBeInTheDocument();
  expect(screen.queryByText(/A person reads it; you get a mail/)).toBeNull();
});

it('goes for good once something was spent, and asks nothing more', async () => {
  const calls = advertiser({
    'GET /api/advertiser/campaigns': list([campaign(), campaign({ id: 4, spent_total: 1 })]),
  });
  await vi.waitFor(() => expect(localStorage.getItem('placard.steps.advertiser.7')).toBe('over'));
  expect(screen.queryByRole('region')).toBeNull();
  expect(calls.some(({ path }) => path.startsWith('/api/advertiser/ads'))).toBe(false);
});

it('is hidden by whoever does not want it, and stays so', async () => {
  advertiser({ 'GET /api/advertiser/campaigns': list([]) });
  await userEvent.click(await screen.findByRole('button', { name: 'Hide the first steps' }));
  expect(screen.queryByRole('region')).toBeNull();
  expect(localStorage.getItem('placard.steps.advertiser.7')).toBe('over');
});

it('leads a webmaster to the first show', async () => {
  const site = { id: 5, name: 'News', status_id: SiteStatus.Approved, blocks_count: 1, statistic: null };
  stubApi({
    ...USER,
    'GET /api/webmaster/balance': ok({ data: { balance: 0, pending: 0, reserved: 0 } }),
    'GET /api/webmaster/sites': list([
      { ...site, id: 4, name: 'Old', status_id: SiteStatus.Rejected, blocks_count: 0 },
      { ...site, fill_rate: 0 },
    ]),
  });
  showAt('/here', <FirstSteps of="webmaster" />);
  expect(await steps()).toEqual([
    ['Address confirmed', true, '/account'],
    ['A site approved', true, '/webmaster/sites/5'],
    ['First block', true, '/webmaster/sites/5/blocks'],
    ['Tag seen on a page', true, '/webmaster/sites/5/blocks'],
    ['First show', false, '/webmaster/statistics'],
  ]);
});

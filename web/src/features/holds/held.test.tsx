import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { HeldBackCampaign, HeldSite } from '~/api/sdk';
import { SiteStatus } from '~/api/words';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { HeldBackCampaigns } from './held-back';
import { NetworkSitesPage } from './network-sites-page';

afterEach(() => vi.unstubAllGlobals());

const SITE = {
  id: 9,
  domain: 'news.example',
  webmaster_id: 7,
  webmaster_email: 'anna@news.example',
  status_id: SiteStatus.Approved,
  reject_comment: '',
  earnings_held_reason: 'Robots click there.',
  earnings_held: 1234.5,
} as HeldSite;
const BLOCKED = {
  ...SITE,
  id: 10,
  domain: 'spam.example',
  status_id: SiteStatus.Blocked,
  reject_comment: 'It sells nothing.',
  earnings_held_reason: null,
  earnings_held: 0,
};
const CAMPAIGN: HeldBackCampaign = {
  id: 4,
  name: 'Spring',
  advertiser_id: 3,
  advertiser_email: 'ada@shop.example',
  shown: 12_000,
  of_all_ads: true,
  engagement: 0.12,
  usual_engagement: 1.5,
  turns_percent: 25,
};

const cells = async (name: RegExp) =>
  within(await screen.findByRole('row', { name }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

const pagination = { current_page: 1, last_page: 1, per_page: 50, total: 2 };

it('lists sites, each with what is held back of it and why', async () => {
  const calls = stubApi({ 'GET /api/admin/sites': ok({ data: [SITE, BLOCKED], pagination }) });
  showAt('/admin/sites', <NetworkSitesPage />);
  const table = await screen.findByRole('region', { name: 'Table of sites' });
  expect(await within(table).findByRole('link', { name: 'news.example' })).toHaveAttribute('href', '/admin/sites/9');
  expect(within(table).getByRole('columnheader', { name: 'Held back, $' })).toBeInTheDocument();
  expect((await cells(/Robots click there/)).slice(-4)).toEqual([
    'anna@news.example',
    'Approved',
    expect.stringMatching(/^1.234,50$/),
    'Robots click there.',
  ]);
  expect((await cells(/It sells nothing/)).slice(-2)).toEqual([expect.not.stringContaining('0'), 'It sells nothing.']);
  const [first] = within(table).getAllByRole('link', { name: 'anna@news.example' });
  expect(first).toHaveAttribute('href', '/admin/users/7');
  expect(calls.at(-1)?.path).not.toContain('is_held');
});

it('finds a site by its words, and those that are held', async () => {
  const calls = stubApi({ 'GET /api/admin/sites': ok({ data: [SITE], pagination }) });
  showAt('/admin/sites?status=held&q=news', <NetworkSitesPage />);
  expect(await screen.findByRole('link', { name: 'news.example' })).toBeInTheDocument();
  expect(JSON.stringify(calls)).toMatch(/is_held=1/);
  expect(JSON.stringify(calls)).toMatch(/searchPhrase=news/);
});

it('lists push campaigns that are held back, with their figures beside those of others', async () => {
  stubApi({ 'GET /api/admin/delivery/held_back': ok({ data: [CAMPAIGN] }) });
  showAt('/admin/delivery', <HeldBackCampaigns />);
  const table = await screen.findByRole('region', { name: 'Table of push campaigns that are held back' });
  expect(await within(table).findByRole('link', { name: 'Spring' })).toHaveAttribute(
    'href',
    '/admin/delivery?campaign_id=4',
  );
  expect(within(table).getByRole('link', { name: 'ada@shop.example' })).toHaveAttribute('href', '/admin/users/3');
  expect((await cells(/^Spring/)).slice(-4)).toEqual([
    expect.stringMatching(/^12.000, all its owner’s ads$/),
    expect.stringMatching(/^0,12/),
    expect.stringMatching(/^1,50?/),
    '25 of 100',
  ]);
});

it('says what failed to load, and asks once more', async () => {
  let isBroken = true;
  stubApi({
    'GET /api/admin/delivery/held_back': () => (isBroken ? { status: 500 } : ok({ data: [] })),
  });
  showAt('/admin/delivery', <HeldBackCampaigns />);
  expect(await screen.findByText('The push campaigns that are held back did not load')).toBeInTheDocument();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No push campaign is held back' })).toBeInTheDocument();
});

import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { CampaignStatus } from '~/api/words';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { ListPart } from '../../list/list-view';
import { groupsList } from './groups-list';

const group = (id: number, name: string, status: CampaignStatus, ads = 2) => ({
  id,
  name,
  campaign_id: 1,
  status,
  is_started_wanted: false,
  ad_started_count: ads,
});

afterEach(() => vi.unstubAllGlobals());

it('brings a group back that was archived, and archives another', async () => {
  const rows = [group(5, 'North', CampaignStatus.Archived), group(6, 'South', CampaignStatus.Stopped)];
  const pagination = { current_page: 1, last_page: 1, per_page: 50, total: 2 };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/campaigns/1/ad_groups': ok({ data: rows, pagination }),
    'GET /api/advertiser/campaigns/1/ad_tests': ok({ data: [] }),
    'PUT /api/advertiser/ad_groups/5/unarchive': ok({ data: rows[0] }),
    'PUT /api/advertiser/ad_groups/6/archive': ok({ data: rows[1] }),
  });
  showAt('/here', <ListPart spec={groupsList(1)} />);
  for (const [name, action] of [
    ['North', 'Restore'],
    ['South', 'Archive'],
  ]) {
    await userEvent.click(await screen.findByRole('button', { name: `More for ${name}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: action as string }));
  }
  await vi.waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual([
      '/api/advertiser/ad_groups/5/unarchive',
      '/api/advertiser/ad_groups/6/archive',
    ]),
  );
});

it('says which ad of a group leads, and how sure that is', async () => {
  const rows = [group(5, 'North', CampaignStatus.Started), group(6, 'South', CampaignStatus.Started)];
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/campaigns/1/ad_groups': ok({
      data: rows,
      pagination: { current_page: 1, last_page: 1, per_page: 50, total: 2 },
    }),
    'GET /api/advertiser/campaigns/1/ad_tests': ok({
      data: [
        {
          group_id: 5,
          ads: [
            { id: 1, title: 'Rain', shows: 10_000, clicks: 50 },
            { id: 2, title: 'Sun', shows: 10_000, clicks: 100 },
          ],
        },
        {
          group_id: 6,
          ads: [
            { id: 3, title: 'Wind', shows: 900, clicks: 5 },
            { id: 4, title: 'Snow', shows: 20, clicks: 0 },
          ],
        },
      ],
    }),
  });
  showAt('/here', <ListPart spec={groupsList(1)} />);
  const leader = await screen.findByRole('link', { name: 'Sun' });
  expect(leader.getAttribute('href')).toContain('/advertiser/campaigns/1/groups/5/medias');
  expect(leader.closest('td')?.textContent).toMatch(/1,00 % \(0,82 to 1,21\), 99,9 % sure/);
  expect((await screen.findByRole('link', { name: 'Too early' })).getAttribute('href')).toContain('/groups/6/medias');
});

it('has a dash only where fewer than two ads run, and says what did not load', async () => {
  const rows = [group(5, 'North', CampaignStatus.Started), group(6, 'South', CampaignStatus.Started, 1)];
  const pagination = { current_page: 1, last_page: 1, per_page: 50, total: 2 };
  const answers = {
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/campaigns/1/ad_groups': ok({ data: rows, pagination }),
  };
  stubApi({ ...answers, 'GET /api/advertiser/campaigns/1/ad_tests': ok({ data: [] }) });
  showAt('/here', <ListPart spec={groupsList(1)} />);
  // Nothing was shown yet of the two that run.
  const early = await screen.findByRole('link', { name: 'Too early' });
  expect(early.getAttribute('href')).toContain('/groups/5/medias');
  cleanup();
  const leftOut = { group_id: 5, ads: [], is_left_out: true };
  stubApi({ ...answers, 'GET /api/advertiser/campaigns/1/ad_tests': ok({ data: [leftOut] }) });
  showAt('/here', <ListPart spec={groupsList(1)} />);
  expect(await screen.findByRole('link', { name: 'Too many ads to compare here' })).toBeTruthy();
  expect(screen.queryByText('Too early')).toBeNull();
  cleanup();
  stubApi({ ...answers, 'GET /api/advertiser/campaigns/1/ad_tests': { status: 400 } });
  showAt('/here', <ListPart spec={groupsList(1)} />);
  expect(await screen.findAllByText('Did not load')).toHaveLength(2);
});

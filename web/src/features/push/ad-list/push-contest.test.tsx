import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { CampaignStatus } from '~/api/words';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { PushContest } from './push-contest';

afterEach(() => vi.unstubAllGlobals());

const ad = (id: number, impressions: number, clicks: number) => ({
  id,
  uuid: `u${id}`,
  title: `Ad ${id}`,
  icon: null,
  status_id: CampaignStatus.Started,
  is_started_wanted: true,
  halts: [],
  statistic: { impressions, clicks, cr: 0 },
});

it('says which push ad of a campaign leads, and stops those that lose', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api-push-proxy/campaigns/c/ads': ok({
      data: [ad(1, 30_000, 900), ad(2, 30_000, 90), ad(3, 30_000, 120)],
      pagination: { total: 3, limit: 50, offset: 0 },
    }),
    'PATCH /api-push-proxy/ads/many': ok({ data: { updated_count: 2, refused: [] } }),
  });
  showAt('/here', <PushContest campaign="c" />);
  expect(await screen.findByRole('row', { name: /Ad 1/ })).toHaveTextContent('Best ad, 99,9 % sure');
  await userEvent.click(screen.getByRole('button', { name: 'Stop 2 losers' }));
  const sent = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  await vi.waitFor(() => expect(sent()).toEqual([{ uuids: ['u2', 'u3'], status_id: CampaignStatus.Stopped }]));
});

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { StatisticsPage } from './statistics-page';

afterEach(() => vi.unstubAllGlobals());

const FIGURES = { impressions: 900, clicks: 9, ctr: 1, cpc: 0.1, cpm: 1, expense: 0.9, epc: null, ecpm: null, cr: 0 };

it('opens a push campaign into its ads, which are asked for with its number', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api-push-proxy/stats/push': ({ path }) => {
      const group = new URLSearchParams(path.split('?')[1]).get('group_by');
      const rows = {
        campaign: { ...FIGURES, campaign_id: 41, campaign_name: 'Umbrella alerts' },
        ad: { ...FIGURES, ad_id: 5, ad_title: 'Rain at four' },
      };
      const row = rows[group as keyof typeof rows];
      const stats = row ? [row] : [];
      return ok({ data: { stats, total: FIGURES }, pagination: { total: stats.length, limit: 20, offset: 0 } });
    },
  });
  showAt('/advertiser/statistics/push', <StatisticsPage side="push" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Open Umbrella alerts' }));
  expect(await screen.findByText('Rain at four')).toBeInTheDocument();
  const asked = calls.flatMap(({ path }) => (path.includes('group_by=ad&') ? [path] : []));
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/[?&]campaign_id\[\]=41$/);
});

import { cleanup, screen } from '@testing-library/react';
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

it('deletes a push campaign by its number, from its own list and from that of both kinds', async () => {
  const deleted: string[] = [];
  for (const actions of [PUSH_CAMPAIGN_LIST.actions, CAMPAIGN_ACTIONS]) {
    const calls = stubApi({
      'GET /api/oauth2/user': ok({ data: { id: 7 } }),
      'GET /api-push-proxy/campaigns': ok({ data: [CABINS], pagination: { total: 1, limit: 50, offset: 0 } }),
      'DELETE /api/advertiser/campaigns/41': { status: 204 },
    });
    showAt('/here', <ListPart spec={{ ...PUSH_CAMPAIGN_LIST, actions } as typeof PUSH_CAMPAIGN_LIST} />);
    await userEvent.click(await screen.findByRole('button', { name: 'More for Cabins' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Delete/ }));
    await vi.waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true));
    deleted.push(...calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path));
    cleanup();
  }
  expect(deleted).toEqual(['/api/advertiser/campaigns/41', '/api/advertiser/campaigns/41']);
});

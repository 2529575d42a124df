import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Targeting } from '~/api/types';
import { ok, stubApi } from '~/test/api-stub';
import { show } from '~/test/show';
import { ExcludedGroups } from './excluded-groups';

afterEach(() => vi.unstubAllGlobals());

it('names the networks of the groups themselves, and says how many groups it did not look at', async () => {
  const NETWORKS = [
    { id: 3320, name: 'Orange' },
    { id: 3215, name: 'Free' },
  ];
  stubApi({
    'GET /api/advertiser/campaigns/7/ad_groups': ok({
      data: [{ id: 1, name: 'South', isps: [3215] }],
      pagination: { current_page: 1, last_page: 2, per_page: 1, total: 3 },
    }),
    'POST /api/targeting/isps': ({ body }) =>
      ok({ data: NETWORKS.filter(({ id }) => (body as { ids: number[] }).ids.includes(id)) }),
    'GET /api/targeting/device_types': ok({ data: [] }),
    'GET /api/targeting/os': ok({ data: [] }),
    'GET /api/targeting/browsers': ok({ data: [] }),
    'GET /api/targeting/categories': ok({ data: [] }),
  });
  show(<ExcludedGroups campaign={7} targeting={{ isps: [3320] } as unknown as Targeting} />);
  expect(
    await screen.findByText(
      'Group “South”. The campaign excludes all of it (Free): the ads of this group are shown to nobody.',
    ),
  ).toBeInTheDocument();
  expect(screen.getByText('2 more groups of this campaign could not be looked at here.')).toBeInTheDocument();
});

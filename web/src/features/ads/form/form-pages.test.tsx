import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { show } from '~/test/show';
import { AdEditPage } from './form-pages';

vi.mock('./ad-form', () => ({ AdForm: ({ ad }: { ad: { id: number } }) => <p>Ad {ad.id}</p> }));
vi.mock('../bids/bid-hours', () => ({ BidHours: () => null }));

afterEach(() => vi.unstubAllGlobals());

const EXPLAINED = 'Ask about a request that you describe';
const delivery = ok({ data: { state: 'delivers', text: '', ads_count: 1, ads_on_offer: 1, stops: [], ahead: [] } });

it('asks nothing about an ad that was asked about another', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/campaigns/3': ok({ data: { id: 3, name: 'Spring' } }),
    'GET /api/advertiser/ad_groups/4': ok({ data: { id: 4, name: 'Tablets' } }),
    ...Object.fromEntries(
      [9, 10].flatMap((id) => [
        [`GET /api/advertiser/ads/universal/${id}`, ok({ data: { id, group_id: 4 } })],
        [`GET /api/advertiser/ads/universal/${id}/delivery`, delivery],
      ]),
    ),
    'GET /api/targeting/countries': ok({ data: [] }),
    'GET /api/targeting/os': ok({ data: [] }),
    'GET /api/targeting/traffic_sources': ok({ data: [] }),
  });
  const root = createRootRoute({ component: Outlet });
  const cabinet = createRoute({ getParentRoute: () => root, id: '_cabinet', component: Outlet });
  const page = createRoute({
    getParentRoute: () => cabinet,
    path: 'advertiser/campaigns/$campaignId/groups/$groupId/medias/edit/$mediaId',
    component: AdEditPage,
  });
  const at = (id: number) => `/advertiser/campaigns/3/groups/4/medias/edit/${id}`;
  const router = createRouter({
    routeTree: root.addChildren([cabinet.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: [at(9)] }),
    context: { findPage: () => null },
  });
  show(<RouterProvider router={router} />);
  const go = async (id: number) => {
    await act(() => router.navigate({ href: at(id) }));
    expect(await screen.findByText(`Ad ${id}`)).toBeInTheDocument();
  };
  expect(await screen.findByText('Ad 9')).toBeInTheDocument();
  await go(10);
  const asked = screen.getByText(EXPLAINED).closest('details') as HTMLDetailsElement;
  asked.open = true;
  fireEvent(asked, new Event('toggle'));
  expect(await screen.findByLabelText(/^Number of a block/)).toBeInTheDocument();
  await go(9);
  expect(screen.getByText(EXPLAINED)).toBeInTheDocument();
  expect(screen.queryByLabelText(/^Number of a block/)).not.toBeInTheDocument();
});

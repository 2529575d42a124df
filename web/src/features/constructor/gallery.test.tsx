import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { holdBack, ok, stubApi } from '~/test/api-stub';
import { show } from '~/test/show';
import { GalleryPage } from './gallery';

afterEach(() => vi.unstubAllGlobals());

/** The gallery of a site, in which a block is chosen to begin like it; the block comes at `answer`. */
async function choose() {
  const pagination = { current_page: 1, last_page: 1, per_page: 20, total: 1 };
  const block = { id: 8, name: 'Below', template_id: 2, block_format_type_id: 1 };
  stubApi({
    'GET /api/webmaster/sites/3': ok({ data: { id: 3, name: 'Shop' } }),
    'GET /api/webmaster/sites/4': ok({ data: { id: 4, name: 'News' } }),
    'GET /api/webmaster/templates': ok({ data: [] }),
    'GET /api/webmaster/sites/3/blocks': ok({ data: [], pagination }),
    'GET /api/webmaster/sites/4/blocks': ok({ data: [], pagination }),
    'GET /api/webmaster/blocks/list_for_copy': ok({ data: [{ ...block, site_id: 3, site_name: 'shop' }], pagination }),
    'GET /api/webmaster/blocks/8': ok({ data: block }),
  });
  const come = holdBack('/blocks/8');
  const root = createRootRoute({ component: Outlet });
  const cabinet = createRoute({ getParentRoute: () => root, id: '_cabinet', component: Outlet });
  const sites = createRoute({ getParentRoute: () => cabinet, path: 'webmaster/sites', component: () => 'Sites' });
  const at = 'webmaster/sites/$siteId/blocks/constructor/';
  const gallery = createRoute({ getParentRoute: () => cabinet, path: at, component: GalleryPage });
  const create = createRoute({
    getParentRoute: () => cabinet,
    path: `${at}create/$templateType`,
    component: () => 'Begun',
  });
  const router = createRouter({
    routeTree: root.addChildren([cabinet.addChildren([sites, gallery, create])]),
    history: createMemoryHistory({ initialEntries: ['/webmaster/sites/3/blocks/constructor'] }),
    context: { findPage: () => null } as never,
  });
  show(<RouterProvider router={router} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Copy from' }));
  await userEvent.click(await screen.findByRole('button', { name: /Below/ }));
  const answer = async () => {
    come();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  };
  return { router, answer };
}

it('leads to a new block like the one that is chosen', async () => {
  const { router, answer } = await choose();
  await answer();
  await waitFor(() => expect(router.state.location.href).toMatch(/create\/1\?like=8$/));
});

it.each(['/webmaster/sites', '/webmaster/sites/4/blocks/constructor'])(
  'leads nobody there who has gone to %s by then',
  async (there) => {
    const { router, answer } = await choose();
    await act(async () => void router.navigate({ href: there }));
    await answer();
    expect(router.state.location.pathname).toBe(there);
  },
);

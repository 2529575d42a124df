import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { stubApi } from '~/test/api-stub';
import { show } from '~/test/show';
import { DeliveryPage } from './delivery-page';

vi.mock('./hold-site', () => ({ HoldSite: () => null }));
vi.mock('./held-back', () => ({ HeldBackCampaigns: () => null }));
afterEach(() => vi.unstubAllGlobals());

function open(path: string, search: string, component: () => ReactNode) {
  stubApi({});
  const root = createRootRoute();
  const cabinet = createRoute({ getParentRoute: () => root, id: '_cabinet' });
  const page = createRoute({ getParentRoute: () => cabinet, path, component });
  const router = createRouter({
    routeTree: root.addChildren([cabinet.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: [path + search] }),
    context: { findPage: () => null } as never,
  });
  show(<RouterProvider router={router} />);
  return router;
}

it.each([['/admin/delivery', DeliveryPage, 'Its number', 'What stops it?', 'Campaign', 'campaign_id']] as const)(
  'keeps the focus where a number is asked about: %s',
  async (path, page, label, action, what, name) => {
    const router = open(path, '', page);
    const number = await screen.findByLabelText(label, { exact: false });
    await userEvent.type(number, '7{Enter}');
    expect(await screen.findByRole('heading', { name: `${what} 7` })).toBeInTheDocument();
    expect(screen.getByLabelText(label, { exact: false })).toHaveFocus();
    await userEvent.type(screen.getByLabelText(label, { exact: false }), '5');
    await userEvent.click(screen.getByRole('button', { name: action }));
    expect(await screen.findByRole('heading', { name: `${what} 75` })).toBeInTheDocument();
    expect(document.body).not.toHaveFocus();
    // The number of the address stands there, also when another one was typed.
    await userEvent.type(screen.getByLabelText(label, { exact: false }), '9');
    await act(async () => void router.navigate({ href: `${path}?${name}=7` }));
    await waitFor(() => expect(screen.getByLabelText(label, { exact: false })).toHaveValue('7'));
  },
);

it('asks about the kind of the address', async () => {
  const router = open('/admin/delivery', '?group_id=4', DeliveryPage);
  expect(await screen.findByRole('heading', { name: 'Group 4' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Group' })).toHaveAttribute('aria-pressed', 'true');
  await act(async () => void router.navigate({ href: '/admin/delivery?ad_id=4' }));
  expect(await screen.findByRole('heading', { name: 'Ad 4' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Ad' })).toHaveAttribute('aria-pressed', 'true');
});

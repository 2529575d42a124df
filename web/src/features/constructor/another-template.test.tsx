import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Template } from '~/api/types';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { fill, show } from '~/test/show';
import { ALL_TEMPLATES } from '~/test/templates';
import { BlockCreatePage } from './pages';

const templates = ALL_TEMPLATES.filter(({ config }) => config.name === 'image-left' || config.name === 'image-top');
const [first, second] = templates as [Template, Template];
const QUESTION = 'Leave without saving?';

beforeEach(() =>
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 }),
);
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

/** The page of a new block. */
async function open() {
  stubApi({
    'GET /api/webmaster/sites/3': ok({ data: { id: 3, name: 'Shop', domain: 'shop.example' } }),
    'GET /api/webmaster/templates': ok({ data: templates }),
    'GET /api/webmaster/tag': ok({ data: { domain: 'ads.example', path: '/p.js', attribute: 'data-placard' } }),
    'POST /api/webmaster/styles': ok({ data: { compiled_styles: '' } }),
  });
  const root = createRootRoute({ component: Outlet });
  const cabinet = createRoute({ getParentRoute: () => root, id: '_cabinet', component: Outlet });
  const page = createRoute({
    getParentRoute: () => cabinet,
    path: 'webmaster/sites/$siteId/blocks/constructor/create/$templateType',
    component: BlockCreatePage,
  });
  const router = createRouter({
    routeTree: root.addChildren([cabinet.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: ['/webmaster/sites/3/blocks/constructor/create/1'] }),
    context: { findPage: () => null } as never,
  });
  show(<RouterProvider router={router} />);
  await screen.findByLabelText('Name');
  const choose = async ({ config: { label } }: Template) => {
    await userEvent.click(screen.getByRole('combobox', { name: 'Template' }));
    await userEvent.click(await screen.findByRole('option', { name: label }));
  };
  return { router, choose };
}

const isOf = ({ config: { label } }: Template) =>
  waitFor(() => expect(screen.getByRole('combobox', { name: 'Template' })).toHaveValue(label));

it('keeps what was typed when another template is chosen, and on the way back', async () => {
  const { router, choose } = await open();
  fill(screen.getByLabelText('Name'), 'Sidebar');
  fireEvent.click(screen.getByRole('tab', { name: 'CSS' }));
  fill(screen.getByRole('textbox', { name: /CSS/ }), '.card { color: red; }');
  await choose(second);
  await isOf(second);
  expect(screen.queryByText(QUESTION)).not.toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('Sidebar');
  expect(screen.getByText('2 changes not saved')).toBeInTheDocument();
  fill(screen.getByLabelText('Name'), 'Foot');
  await act(async () => router.history.back());
  await isOf(first);
  expect(screen.getByLabelText('Name')).toHaveValue('Foot');
  fireEvent.click(screen.getByRole('tab', { name: 'CSS' }));
  expect(screen.getByRole('textbox', { name: /CSS/ })).toHaveValue('.card { color: red; }');
});

it('asks before a block like another one, or one of another format, takes the place of what was typed', async () => {
  const { router } = await open();
  fill(screen.getByLabelText('Name'), 'Sidebar');
  const there = router.state.location.pathname;
  await act(async () => void router.navigate({ href: `${there}?like=8` }));
  expect(await screen.findByText(QUESTION)).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByText(QUESTION)).not.toBeInTheDocument());
  await act(async () => void router.navigate({ href: there.replace(/1$/, '2') }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.pathname).not.toBe(there));
  await act(async () => void router.navigate({ href: there }));
  expect(await screen.findByLabelText('Name')).toHaveValue('');
});

it('asks nothing where nothing was typed', async () => {
  const { router } = await open();
  await act(async () => void router.navigate({ href: `${router.state.location.pathname}?template=${second.id}` }));
  await isOf(second);
  await act(async () => void router.navigate({ href: '/elsewhere' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  expect(screen.queryByText(QUESTION)).not.toBeInTheDocument();
});

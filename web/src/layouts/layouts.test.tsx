import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { DefaultLayout } from './default-layout';
import { PublicErrorLayout } from './public-error-layout';

async function show(part: ReactElement): Promise<void> {
  const root = createRootRoute({ component: Outlet });
  const page = createRoute({ getParentRoute: () => root, path: '/', component: () => part });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  stubApi({
    'GET /api/site': ok({ data: { geo_attribution: { text: 'Places by Somebody', url: 'https://geo.example/' } } }),
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createRouter({ routeTree: root.addChildren([page]), history })} />
    </QueryClientProvider>,
  );
  await screen.findByRole('main');
}

afterEach(() => session.end('logout'));

it('offers the login in the menu to visitors only', async () => {
  await show(<DefaultLayout>Text</DefaultLayout>);
  const menu = () => within(screen.getByRole('navigation', { name: 'Menu', hidden: true }));
  const link = (name: string) => menu().queryByRole('link', { name, hidden: true });
  expect(link('Log in')).toHaveAttribute('href', '/account/login');
  expect(link('To your cabinet')).toBeNull();
  const token = `x.${btoa('{"sub":"7","sid":1}')}.x`;
  act(() => session.begin({ access_token: token, refresh_token: 'r', expires_in: 3600 }));
  expect(link('Log in')).toBeNull();
  expect(link('To your cabinet')).toHaveAttribute('href', '/');
});

it('lets the keyboard skip to what an error page says', async () => {
  await show(<PublicErrorLayout>Gone</PublicErrorLayout>);
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main');
  expect(screen.getByRole('main')).toHaveAttribute('tabindex', '-1');
});

it('names whose data places are found with, as the settings say', async () => {
  await show(<DefaultLayout>Text</DefaultLayout>);
  expect(await screen.findByRole('link', { name: 'Places by Somebody' })).toHaveAttribute(
    'href',
    'https://geo.example/',
  );
});

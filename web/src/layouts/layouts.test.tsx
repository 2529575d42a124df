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
import { DefaultLayout } from './default-layout';
import { PublicErrorLayout } from './public-error-layout';

async function show(part: ReactElement): Promise<void> {
  const root = createRootRoute({ component: Outlet });
  const page = createRoute({ getParentRoute: () => root, path: '/', component: () => part });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  render(<RouterProvider router={createRouter({ routeTree: root.addChildren([page]), history })} />);
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

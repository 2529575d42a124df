import { createBrowserHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { User } from '~/api/sdk';
import { session } from '~/app/session';
import { fill, show } from '~/test/show';
import { Profile } from '../account/profile';

const { host } = vi.hoisted(() => {
  let come = () => {};
  const came = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { host: { came, come } };
});
vi.mock('@mantine/modals', async (load) => {
  await host.came;
  return load();
});

beforeEach(() =>
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 }),
);
afterEach(() => {
  act(() => session.end('logout'));
  history.replaceState(null, '', '/');
});

it('asks before a form is left by Back also where the dialogs come later', async () => {
  history.replaceState(null, '', '/before');
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <Profile user={{ id: 7, email: 'a@shop.example', name: 'Ada', telegram: '', phone: '', skype: '' } as User} />
      ),
    }),
    history: createBrowserHistory(),
    context: { findPage: () => null },
  });
  show(<RouterProvider router={router} />);
  fill(await screen.findByLabelText('Name'), 'Ada');
  await act(async () => router.navigate({ href: '/here' }));
  fill(screen.getByLabelText('Name'), 'Eve');
  history.back();
  // Until the browser has gone, and has come back.
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(location.pathname).toBe('/here');
  await act(async () => host.come());
  expect(await screen.findByText('Leave without saving?')).toBeInTheDocument();
  act(() => screen.getByRole('button', { name: 'Leave' }).click());
  await waitFor(() => expect(location.pathname).toBe('/before'));
});

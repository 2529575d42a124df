// Alone: what follows the session goes on following it.
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useUnsavedGuard } from '~/features/form/use-guard';
import type { createAppRouter } from '~/router';
import { followSession } from './follow';
import { queryClient } from './queries';
import { Root } from './root';
import { session } from './session';

function Form() {
  useUnsavedGuard(() => true);
  return <h1>Form</h1>;
}

/** A small site with the application's own root, which follows the session. */
async function open() {
  const root = createRootRoute({ component: Root });
  const open = createRoute({ getParentRoute: () => root, id: '_public' });
  const home = createRoute({ getParentRoute: () => open, path: '/', component: () => <h1>Home</h1> });
  const other = createRoute({ getParentRoute: () => root, path: '/other', component: () => <h1>Other</h1> });
  const form = createRoute({ getParentRoute: () => root, path: '/form', component: Form });
  history.replaceState(null, '', '/form');
  const router = createRouter({
    routeTree: root.addChildren([open.addChildren([home]), other, form]),
    history: createBrowserHistory(),
  }) as unknown as ReturnType<typeof createAppRouter>;
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  followSession(router);
  return router;
}

const page = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 20_000 });
const asksBeforeItGoes = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
const token = `x.${btoa('{"sub":"7","sid":"1"}')}.x`;
const answer = { refresh_token: 'r', expires_in: 3600 };

it('takes who is logged out or no longer acts off unsaved changes without a question', async () => {
  const router = await open();
  act(() => session.begin({ ...answer, access_token: token }));
  await page('Form');
  // The page stands a moment before its guard does.
  await waitFor(() => expect(asksBeforeItGoes()).toBe(true));
  // They were asked already when the session ends.
  void router.navigate({ href: '/other' });
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' }, { timeout: 20_000 })).toBeInTheDocument();
  queryClient.setQueryData(['theirs'], 1);
  act(() => session.end('expired'));
  await page('Home');
  await waitFor(() => expect(queryClient.getQueryData(['theirs'])).toBeUndefined());
  expect(screen.queryByRole('dialog')).toBeNull();

  await act(() => router.navigate({ href: '/form' }));
  await page('Form');
  act(() => session.beginActing({ ...answer, token }));
  await waitFor(() => expect(asksBeforeItGoes()).toBe(true));
  act(() => session.end('expired'));
  expect(asksBeforeItGoes()).toBe(false);
});

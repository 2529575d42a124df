import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, configure, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from '~/api/problem';
import { RELOAD_SECONDS, reloadOnMissingChunk } from '~/app/chunks';
import { queryClient, userQuery } from '~/app/queries';
import { session } from '~/app/session';
import { HasLayout } from '~/layouts/has-layout';
import { ErrorPage, NotFoundPage } from './error-pages';

// Whole pages are drawn many times; that takes a while on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 10_000 });

let failure: unknown;

/** Opens an address of a small site whose page throws `failure`, with the application's own error pages. */
async function open(path: string): Promise<void> {
  const root = createRootRoute({ component: Outlet });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/page',
    validateSearch: z.object({ count: z.optional(z.int()) }),
    loader: () => {
      if (failure) throw failure;
    },
    component: () => <h1>The page</h1>,
  });
  const inFrame = createRoute({
    getParentRoute: () => root,
    id: 'frame',
    component: () => (
      <main>
        <HasLayout value={true}>
          <Outlet />
        </HasLayout>
      </main>
    ),
  });
  const inside = createRoute({
    getParentRoute: () => inFrame,
    path: '/inside',
    loader: () => {
      throw failure;
    },
  });
  const router = createRouter({
    routeTree: root.addChildren([page, inFrame.addChildren([inside])]),
    history: createMemoryHistory({ initialEntries: [path] }),
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

beforeEach(() => {
  failure = undefined;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  session.end('logout');
  queryClient.clear();
});

it('shows the same page for what is not there, for a lost session and for a failure of the server', async () => {
  for (const status of [404, 401, 500]) {
    failure = new ApiError({ status });
    await open('/page');
    expect(heading(), String(status)).toBe('This page could not be found');
    expect(screen.getByText('404')).toBeInTheDocument();
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(status >= 500 ? 1 : 0);
    cleanup();
  }
});

it('shows it for unknown addresses and for a search part that fails its validation', async () => {
  await open('/nothing');
  expect(heading()).toBe('This page could not be found');
  cleanup();
  await open('/page?count=many');
  expect(heading()).toBe('This page could not be found');
});

it('says what does not fit', async () => {
  failure = new ApiError({ status: 422, detail: 'The period ends before it begins.' });
  await open('/page');
  expect(heading()).toBe('That does not fit');
  expect(screen.getByText('The period ends before it begins.')).toBeInTheDocument();
});

it('opens the page by itself when the connection is back', async () => {
  failure = new ApiError({ status: 0 });
  await open('/page');
  expect(heading()).toBe('No connection');
  failure = undefined;
  dispatchEvent(new Event('online'));
  expect(await screen.findByRole('heading', { name: 'The page' })).toBeInTheDocument();
});

it('lets nobody ask again too soon', async () => {
  failure = new ApiError({ status: 429 }, 30);
  await open('/page');
  expect(screen.getByRole('button', { name: 'Try again in 30 s' })).toBeDisabled();
});

it('stands alone with a way home, or takes the page’s place in a layout', async () => {
  failure = new ApiError({ status: 404 });
  await open('/page');
  expect(screen.getAllByRole('main')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'To the home page' })).toHaveAttribute('href', '/');
  cleanup();
  await open('/inside');
  expect(screen.getAllByRole('main')).toHaveLength(1);
  expect(within(screen.getByRole('main')).getByRole('heading', { level: 1 })).toBeInTheDocument();
});

it('leads who is logged in to their cabinet', async () => {
  const answer = { access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 };
  session.begin(answer);
  queryClient.setQueryData(userQuery.queryKey, {
    id: 7,
    type_id: 1,
    status_id: 3,
    email: 'ada@shop.example',
    advertiser: { id: 7 },
  } as never);
  failure = new ApiError({ status: 404 });
  await open('/inside');
  expect(screen.getByRole('link', { name: 'To your cabinet' })).toHaveAttribute('href', '/advertiser/campaigns');
});

// The last one: nothing else is drawn once the page is about to load itself again.
it('loads the page again instead of telling of a part of it that the server no longer has, unless the person stays', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const reload = vi.fn();
  reloadOnMissingChunk(reload);
  failure = new TypeError('Cannot find module https://placard.example/assets/x.js');
  await open('/page');
  expect(heading()).toBe('Loading the page');
  expect(reload).toHaveBeenCalledTimes(1);
  for (let second = 0; second <= RELOAD_SECONDS; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(heading()).toBe('This page could not be found');
  expect(reload).toHaveBeenCalledTimes(1);
});

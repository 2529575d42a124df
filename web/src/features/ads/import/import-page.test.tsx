import { notifications } from '@mantine/notifications';
import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '~/api/problem';
import { ok, stubApi } from '~/test/api-stub';
import { show } from '~/test/show';
import * as toasts from '~/ui/toast';
import { ImportPage } from './import-page';

/** What is sent: the stub reads no multipart. Each takes as long as `answer` of it. */
const { sent, server } = vi.hoisted(() => ({
  sent: [] as { file: string; isDry: boolean }[],
  server: { answer: async (_file: string): Promise<void> => {} },
}));
vi.mock('~/api/queries', async (actual) => ({
  ...(await actual<object>()),
  importAdsMutation: () => ({
    mutationFn: async ({ body: { file, dry_run } }: { body: { file: File; dry_run: number } }) => {
      sent.push({ file: file.name, isDry: dry_run === 1 });
      await server.answer(file.name);
      const count = Number(file.name[0]);
      return {
        data: { row_count: count, valid_count: count, problem_count: 0, problems: [], sample: [], ad_ids: [1, 2] },
      };
    },
  }),
}));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sent.length = 0;
  server.answer = async () => {};
});

const pagination = { current_page: 1, last_page: 1, per_page: 20, total: 0 };

const AT = '/advertiser/campaigns/3/groups/4/medias/import';

/** The page, from which the list of the ads is reached once `arrive` is called. */
async function open(history: RouterHistory = createMemoryHistory({ initialEntries: [AT] })) {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, is_trusted: false } }),
    'GET /api/advertiser/campaigns/3': ok({ data: { id: 3, name: 'Spring' } }),
    'GET /api/advertiser/ad_groups/4': ok({ data: { id: 4, name: 'Evenings' } }),
    'GET /api/advertiser/ad_groups/5': ok({ data: { id: 5, name: 'Mornings' } }),
    'GET /api/advertiser/ads/universal': ok({ data: [], pagination }),
  });
  let arrive = () => {};
  const list = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const root = createRootRoute({ component: Outlet });
  const at = 'advertiser/campaigns/$campaignId/groups/$groupId/medias';
  const medias = createRoute({ getParentRoute: () => root, path: at, loader: () => list });
  const page = createRoute({ getParentRoute: () => root, path: `${at}/import`, component: ImportPage });
  const router = createRouter({
    routeTree: root.addChildren([medias, page]),
    history,
    context: { findPage: () => null } as never,
    defaultPendingMs: 60_000,
  });
  show(<RouterProvider router={router} />);
  await screen.findByText('1. Choose a file');
  return { arrive, router };
}

const files = () => document.querySelector<HTMLInputElement>('[aria-label="File with ads"]') as HTMLInputElement;
const csv = (name: string) => new File(['x'], name, { type: 'text/csv' });

it('imports once, also while the page of the ads is awaited', async () => {
  const { arrive, router } = await open();
  await userEvent.upload(files(), csv('2.csv'));
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 ads' }));
  await waitFor(() => expect(sent.filter(({ isDry }) => !isDry)).toHaveLength(1));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByRole('button', { name: 'Import 2 ads' })).toBeDisabled();
  arrive();
  await waitFor(() => expect(router.state.resolvedLocation?.pathname).toMatch(/medias$/));
});

it('says nothing of a file in whose place another one was dropped', async () => {
  await open();
  const answers: Record<string, () => void> = {};
  server.answer = (file) =>
    new Promise((resolve) => {
      answers[file] = resolve;
    });
  await userEvent.upload(files(), csv('2.csv'));
  await waitFor(() => expect(sent).toHaveLength(1));
  await userEvent.upload(files(), csv('3.csv'));
  await waitFor(() => expect(sent).toHaveLength(2));
  await act(async () => answers['3.csv']?.());
  expect(await screen.findByRole('button', { name: 'Import 3 ads' })).toBeInTheDocument();
  await act(async () => answers['2.csv']?.());
  expect(screen.getByRole('button', { name: 'Import 3 ads' })).toBeInTheDocument();
});

it('begins anew for another group', async () => {
  const { router } = await open();
  await userEvent.upload(files(), csv('2.csv'));
  await screen.findByRole('button', { name: 'Import 2 ads' });
  await act(async () => router.navigate({ href: AT.replace('groups/4', 'groups/5') }));
  await screen.findByText('Mornings');
  expect(screen.queryByRole('button', { name: 'Import 2 ads' })).toBeNull();
});

it('leads nobody to the ads who has left before they are imported', async () => {
  const told = vi.spyOn(toasts, 'toast').mockReturnValue('');
  const { arrive, router } = await open();
  arrive();
  await userEvent.upload(files(), csv('2.csv'));
  let answer = () => {};
  server.answer = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 ads' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  await act(async () => router.navigate({ href: '/elsewhere' }));
  await act(async () => answer());
  await waitFor(() => expect(told).toHaveBeenCalled());
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(router.state.location.pathname).toBe('/elsewhere');
});

it.each([
  [new ApiError({ status: 422, errors: { file: ['has no rows'] } }), 'The import into Evenings was not done'],
  [new ApiError({ status: 0 }), 'Whether the import into Evenings was done is not known'],
])('tells who has left that it failed: %s', async (failure, title) => {
  const told = vi.spyOn(notifications, 'show').mockReturnValue('');
  const { router } = await open();
  await userEvent.upload(files(), csv('2.csv'));
  let fail = () => {};
  server.answer = () =>
    new Promise((_, reject) => {
      fail = () => reject(failure);
    });
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 ads' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  await act(async () => router.navigate({ href: '/elsewhere' }));
  await act(async () => fail());
  await waitFor(() => expect(told).toHaveBeenCalledWith(expect.objectContaining({ title })));
});

it('says beside the file why it failed to who is still there', async () => {
  const told = vi.spyOn(notifications, 'show').mockReturnValue('');
  await open();
  await userEvent.upload(files(), csv('2.csv'));
  await screen.findByRole('button', { name: 'Import 2 ads' });
  server.answer = () => Promise.reject(new ApiError({ status: 422, errors: { file: ['has no rows'] } }));
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 ads' }));
  expect(await screen.findByText('The file Has no rows.')).toBeInTheDocument();
  expect(told).not.toHaveBeenCalled();
});

it('asks before the tab is closed while it imports, and not otherwise', async () => {
  window.history.replaceState(null, '', AT);
  const history = createBrowserHistory();
  const { arrive, router } = await open(history);
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await userEvent.upload(files(), csv('2.csv'));
  let answer = () => {};
  server.answer = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const button = await screen.findByRole('button', { name: 'Import 2 ads' });
  expect(asks()).toBe(false);
  await userEvent.click(button);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(asks()).toBe(true);
  arrive();
  await act(async () => answer());
  await waitFor(() => expect(router.state.resolvedLocation?.pathname).toMatch(/medias$/));
  expect(asks()).toBe(false);
  history.destroy();
  window.history.replaceState(null, '', '/');
});

it('looks at the same file once more', async () => {
  await open();
  const file = csv('2.csv');
  await userEvent.upload(files(), file);
  await waitFor(() => expect(sent).toHaveLength(1));
  await screen.findByRole('button', { name: 'Import 2 ads' });
  await userEvent.upload(files(), file);
  await waitFor(() => expect(sent).toHaveLength(2));
});

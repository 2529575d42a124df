import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PageVoice } from './page-voice';
import { useTitle } from './title';

function Page({ name, autoFocus }: { name: string; autoFocus?: boolean }) {
  useTitle(name);
  return (
    <main id="main" tabIndex={-1}>
      {/* biome-ignore lint/a11y/noAutofocus: pages do so, and are tested for it */}
      <input aria-label={name} autoFocus={autoFocus} />
    </main>
  );
}

async function open() {
  const root = createRootRoute({
    component: () => (
      <>
        <button type="button">Go</button>
        <Outlet />
        <PageVoice />
      </>
    ),
  });
  const page = (path: string, name: string, autoFocus = false) =>
    createRoute({ getParentRoute: () => root, path, component: () => <Page name={name} autoFocus={autoFocus} /> });
  const router = createRouter({
    routeTree: root.addChildren([page('/', 'Home'), page('/list', 'List'), page('/form', 'Form', true)]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const { container } = render(<RouterProvider router={router} />);
  await pass(100);
  screen.getByRole('button').focus();
  const go = async (href: string) => {
    await act(() => router.navigate({ href }));
    await pass(100);
  };
  return { go, said: () => container.querySelector('[aria-live="polite"]')?.textContent };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('moves the focus to another page and says its name, for as long as it is read out', async () => {
  const { go, said } = await open();
  expect(said()).toBe('');
  expect(screen.getByRole('button')).toHaveFocus();
  await go('/list');
  expect(screen.getByRole('main')).toHaveFocus();
  expect(said()).toBe('List · Placard');
  await pass(2_000);
  expect(said()).toBe('');
});

it('leaves the focus to a page that places it', async () => {
  const { go, said } = await open();
  await go('/form');
  expect(screen.getByRole('textbox', { name: 'Form' })).toHaveFocus();
  expect(said()).toBe('Form · Placard');
});

it('says nothing of another search part of the same page', async () => {
  const { go, said } = await open();
  await go('/?page=2');
  expect(screen.getByRole('button')).toHaveFocus();
  expect(said()).toBe('');
});

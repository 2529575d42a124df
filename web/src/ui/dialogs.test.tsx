import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => history.replaceState(null, '', '/'));

/** The dialogs of a page whose host has not come; `come` lets it. */
async function begin() {
  vi.resetModules();
  const dialogs = await import('./dialogs');
  const { show } = await import('~/test/show');
  return { ...dialogs, come: () => act(async () => show(<main />)) };
}

const titles = () => screen.queryAllByRole('dialog').map((dialog) => dialog.querySelector('h2')?.textContent);

it('opens of all that was asked before the host had come the last one alone', async () => {
  const { openDialog, closeDialog, come } = await begin();
  const closed = vi.fn();
  openDialog({ title: 'First', onClose: closed });
  openDialog({ title: 'Second' });
  await come();
  expect(await screen.findByText('Second')).toBeInTheDocument();
  expect(titles()).toEqual(['Second']);
  expect(closed).toHaveBeenCalledTimes(1);
  act(() => {
    openDialog({ title: 'Third' });
    openDialog({ modalId: 'fourth', title: 'Fourth' });
  });
  await screen.findByText('Fourth');
  await act(async () => closeDialog('fourth'));
  expect(await screen.findByText('Third')).toBeInTheDocument();
});

it('opens nothing on a page that is another by then', async () => {
  const { openDialog, closeDialog, come } = await begin();
  history.replaceState(null, '', '/here');
  openDialog({ title: 'Of here' });
  history.replaceState(null, '', '/there');
  await come();
  act(() => openDialog({ modalId: 'there', title: 'Of there' }));
  expect(await screen.findByText('Of there')).toBeInTheDocument();
  await act(async () => closeDialog('there'));
  await vi.waitFor(() => expect(titles()).toEqual([]));
});

/** Dialogs of a page that is there, with the way to others. */
async function beginAt(path: string) {
  const dialogs = await begin();
  const { showAt } = await import('~/test/show');
  const router = showAt(path, <main />);
  await screen.findByRole('main');
  const ask = async (modalId: string) => {
    act(() => dialogs.openDialog({ modalId, title: modalId }));
    await screen.findByText(modalId);
  };
  return { ...dialogs, router, ask, go: (href: string) => act(() => router.navigate({ href })) };
}

it('closes all that was asked on a page once that is left, and hears of it', async () => {
  const { router, ask, go, openDialog } = await beginAt('/here');
  const closed = vi.fn();
  act(() => openDialog({ title: 'Delete 3?', onClose: closed }));
  await screen.findByText('Delete 3?');
  await ask('Delete 2?');
  await go('/here?page=2');
  expect(titles()).toEqual(['Delete 2?']);
  await go('/there');
  await vi.waitFor(() => expect(titles()).toEqual([]));
  expect(closed).toHaveBeenCalledTimes(1);
  await ask('Delete 1?');
  await act(async () => router.history.back());
  await vi.waitFor(() => expect(titles()).toEqual([]));
});

it('keeps one that waits for its answer over the next page, until that has come', async () => {
  const { ask, go, holdDialog, closeDialog, isDialogHeld } = await beginAt('/here');
  await ask('Delete 3?');
  act(() => holdDialog('Delete 3?', true));
  await go('/there');
  expect(titles()).toEqual(['Delete 3?']);
  expect(isDialogHeld()).toBe(true);
  act(() => closeDialog('Delete 3?'));
  await vi.waitFor(() => expect(titles()).toEqual([]));
});

it('keeps one whose answer comes while the next page is loaded: it is told there', async () => {
  const { ask, router, holdDialog } = await beginAt('/here');
  await ask('Delete 3?');
  act(() => holdDialog('Delete 3?', true));
  const way = { fromLocation: undefined, toLocation: router.state.location, hrefChanged: true, hashChanged: false };
  act(() => router.emit({ type: 'onBeforeNavigate', pathChanged: true, ...way }));
  act(() => holdDialog('Delete 3?', false));
  // That page sends on to another.
  act(() => router.emit({ type: 'onBeforeNavigate', pathChanged: true, ...way }));
  act(() => router.emit({ type: 'onLoad', pathChanged: true, ...way }));
  await act(() => new Promise((closed) => setTimeout(closed, 300)));
  expect(titles()).toEqual(['Delete 3?']);
});

it('holds nothing once the place of dialogs is gone', async () => {
  const { ask, holdDialog, isDialogHeld } = await beginAt('/here');
  await ask('Delete 3?');
  act(() => holdDialog('Delete 3?', true));
  cleanup();
  expect(isDialogHeld()).toBe(false);
});

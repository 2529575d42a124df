import { act, screen } from '@testing-library/react';
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

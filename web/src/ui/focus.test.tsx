import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { show } from '~/test/show';
import { closeDialog, openDialog } from './dialogs';
import { CLOSED_MS, rememberFocus, useOverlay } from './focus';

const opener = document.createElement('button');

function begin() {
  document.body.append(opener);
  opener.focus();
}

const wait = () => new Promise((resolve) => setTimeout(resolve, 3 * CLOSED_MS));

afterEach(() => opener.remove());

it('gives the focus back when what opened over the page is closed', async () => {
  begin();
  const { result } = renderHook(useOverlay);
  act(() => result.current[1].open());
  opener.blur();
  act(() => result.current[1].close());
  await waitFor(() => expect(opener).toHaveFocus());
});

it('leaves the focus where it is when it is opened again at once, and gives it back later', async () => {
  begin();
  const { result } = renderHook(useOverlay);
  const inside = document.createElement('input');
  const dialog = document.createElement('div');
  dialog.role = 'dialog';
  dialog.append(inside);
  document.body.append(dialog);
  const open = () => {
    act(() => result.current[1].open());
    inside.focus();
  };
  open();
  act(() => result.current[1].close());
  open();
  await wait();
  expect(inside).toHaveFocus();
  act(() => result.current[1].close());
  dialog.remove();
  await waitFor(() => expect(opener).toHaveFocus());
});

it('leaves the focus alone when the page is gone by then', async () => {
  begin();
  const { result, unmount } = renderHook(useOverlay);
  act(() => result.current[1].open());
  opener.blur();
  act(() => result.current[1].close());
  unmount();
  await wait();
  expect(document.body).toHaveFocus();
});

it('leaves the focus alone when the page goes with a dialog', async () => {
  begin();
  const { unmount } = show(<p>Page</p>);
  openDialog({ modalId: 'one', title: 'A question', children: 'Really?' });
  await screen.findByText('Really?');
  await act(async () => closeDialog('one'));
  unmount();
  opener.blur();
  await wait();
  expect(document.body).toHaveFocus();
});

it('goes to the heading where what had the focus is switched off by now', () => {
  document.body.innerHTML = '<section><h2>Profile</h2><button type="button">Save</button></section>';
  const button = document.querySelector('button') as HTMLButtonElement;
  button.focus();
  const giveBack = rememberFocus();
  button.blur();
  button.disabled = true;
  giveBack();
  expect(document.querySelector('h2')).toHaveFocus();
});

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fill, showAt } from '~/test/show';
import * as toasts from '~/ui/toast';
import { OpeningPalette } from './opening';
import type { PaletteProps } from './palette';

const code = vi.hoisted(() => {
  let come = () => {};
  let fail = () => {};
  const next = () =>
    new Promise<void>((resolve, reject) => {
      come = resolve;
      fail = () => reject(new Error('No connection'));
    });
  const asked = vi.fn(next);
  return { asked, come: () => come(), fail: () => fail() };
});

vi.mock('./palette', async () => {
  await code.asked();
  return { Palette: ({ initial }: PaletteProps) => <output>{JSON.stringify(initial)}</output> };
});

// What does not come is not tried again.
beforeEach(() => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false));
afterEach(async () => {
  cleanup();
  // Who asks while it is still awaited would get the palette itself.
  code.fail();
  await vi.dynamicImportSettled();
  vi.restoreAllMocks();
  code.asked.mockClear();
});

async function open() {
  const closed = vi.fn();
  showAt(
    '/here',
    <>
      <input aria-label="Name" />
      <OpeningPalette cabinet="advertiser" onClose={closed} onLeave={vi.fn()} />
    </>,
  );
  const field = await screen.findByRole('textbox', { name: 'Search or jump to' });
  return { closed, field };
}

it('closes with a word where its code does not come, and leaves the page as it is', async () => {
  const told = vi.spyOn(toasts, 'toastError').mockReturnValue('');
  const { closed } = await open();
  await waitFor(() => expect(code.asked).toHaveBeenCalled());
  fill(screen.getByRole('textbox', { name: 'Name' }), 'Spring');
  code.fail();
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  expect(told).toHaveBeenCalledWith('The search could not be opened', undefined, expect.anything());
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Spring');
});

it('says nothing of code that does not come once it is closed', async () => {
  const told = vi.spyOn(toasts, 'toastError').mockReturnValue('');
  const { closed } = await open();
  await waitFor(() => expect(code.asked).toHaveBeenCalled());
  cleanup();
  code.fail();
  await vi.dynamicImportSettled();
  expect(told).not.toHaveBeenCalled();
  expect(closed).not.toHaveBeenCalled();
});

it('closes when the focus goes elsewhere before its code is there, but not with the window', async () => {
  const { closed, field } = await open();
  fireEvent.blur(field);
  expect(closed).not.toHaveBeenCalled();
  screen.getByRole('textbox', { name: 'Name' }).focus();
  expect(closed).toHaveBeenCalledTimes(1);
});

it('stays open when its own box is pressed before its code is there', async () => {
  const { closed, field } = await open();
  const box = field.closest('label, div') as HTMLElement;
  for (const part of [box, box.querySelector('svg'), screen.getByText('Esc'), field]) {
    await userEvent.click(part as Element);
    expect(field).toHaveFocus();
  }
  expect(closed).not.toHaveBeenCalled();
  // What is pressed in the field itself puts the cursor there.
  expect(fireEvent.mouseDown(field)).toBe(true);
  await userEvent.click(document.body);
  expect(closed).toHaveBeenCalledTimes(1);
});

it('takes what is typed until its code is there, and closes with Escape', async () => {
  const { closed, field } = await open();
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  expect(closed).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(closed).toHaveBeenCalledTimes(1);
  fill(field, 'fin');
  fireEvent.keyDown(field, { key: 'Enter' });
  fill(field, 'fina');
  fireEvent.keyDown(field, { key: 'Enter' });
  code.come();
  expect(JSON.parse((await screen.findByRole('status')).textContent)).toEqual({ text: 'fina', isEntered: true });
  expect(closed).toHaveBeenCalledTimes(1);
});

it('is there at once when it is opened again', async () => {
  showAt('/here', <OpeningPalette cabinet="advertiser" onClose={vi.fn()} onLeave={vi.fn()} />);
  expect(JSON.parse((await screen.findByRole('status')).textContent)).toEqual({ text: '', isEntered: false });
  expect(code.asked).not.toHaveBeenCalled();
});

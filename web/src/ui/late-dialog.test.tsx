import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show, showAt } from '~/test/show';
import { openDialog } from './dialogs';
import { lateDialog } from './late-dialog';
import * as toasts from './toast';

const network = (isThere: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);

beforeEach(() => network(true));
afterEach(() => {
  history.replaceState(null, '', '/');
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A dialog whose code is on its way, until `come`. */
function begin() {
  let come = () => {};
  const code = { ask: vi.fn() };
  const load = vi.fn(
    () =>
      new Promise<typeof code>((resolve) => {
        come = () => resolve(code);
      }),
  );
  const told = vi.spyOn(toasts, 'toastError').mockReturnValue('');
  // All that follows the answer is done by then.
  return { ...code, load, told, come: () => act(async () => come()), press: lateDialog(load, ({ ask }) => ask) };
}

it('is loaded once and opened once, however often it is pressed meanwhile', async () => {
  const { ask, load, come, press } = begin();
  press('first');
  press('second');
  await come();
  expect(load).toHaveBeenCalledTimes(1);
  expect(ask.mock.calls).toEqual([['second']]);
  press('third');
  await come();
  expect(ask.mock.lastCall).toEqual(['third']);
});

it('is not opened on a page that is another by then', async () => {
  const { ask, told, come, press } = begin();
  const router = showAt('/here', <main />);
  await screen.findByRole('main');
  press('first');
  await act(() => router.navigate({ href: '/elsewhere' }));
  await act(() => router.navigate({ href: '/here' }));
  await come();
  press('second');
  history.replaceState(null, '', '/there');
  await come();
  expect([ask, told].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

it('is not opened over another dialog that was asked for later', async () => {
  const { ask, come, press } = begin();
  show(<main />);
  press();
  openDialog({ title: 'Another one' });
  await screen.findByText('Another one');
  await come();
  expect(ask).not.toHaveBeenCalled();
});

it('says at once that it cannot be opened while the connection is away, and comes with the next press', async () => {
  const { ask, load, told, come, press } = begin();
  network(false);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await act(async () => press('first'));
  expect(told).toHaveBeenCalledWith('The dialog could not be opened', undefined, expect.anything());
  network(true);
  press('second');
  await come();
  expect(ask.mock.calls).toEqual([['second']]);
  expect(told).toHaveBeenCalledTimes(1);
});

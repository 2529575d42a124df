import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '~/test/show';
import { BulkBar } from './bulk-bar';

const ACTIONS = ['Start', 'Stop', 'Bid', 'Delete'];
const WIDTH = 60;
const done = vi.fn();

/** A line with room for so many buttons, of which the others wrap. */
function roomFor(count: number) {
  const placeOf = (element: HTMLElement) => [...(element.parentElement?.children ?? [])].indexOf(element);
  const get = (
    name: 'offsetTop' | 'offsetLeft' | 'offsetWidth' | 'clientWidth',
    of: (element: HTMLElement) => number,
  ) =>
    vi.spyOn(HTMLElement.prototype, name, 'get').mockImplementation(function (this: HTMLElement) {
      return of(this);
    });
  get('offsetTop', (element) => (placeOf(element) < count ? 0 : 36));
  get('offsetLeft', (element) => (placeOf(element) % Math.max(count, 1)) * WIDTH);
  get('offsetWidth', () => WIDTH);
  get('clientWidth', () => count * WIDTH);
}

function open() {
  const actions = ACTIONS.map((label) => ({ label, icon: null, onClick: () => done(label) }));
  show(<BulkBar count={3} label="ads" actions={actions} onClear={() => undefined} />);
  return within(screen.getByRole('toolbar', { name: 'For the 3 selected ads' }));
}

afterEach(() => {
  vi.restoreAllMocks();
  done.mockClear();
});

it('has no menu where all has room', () => {
  roomFor(4);
  expect(open().queryByRole('button', { name: /^More/ })).not.toBeInTheDocument();
});

it('offers what has no room in a menu, also by keyboard', async () => {
  roomFor(2);
  const bar = open();
  const more = bar.getByRole('button', { name: 'More for the 3 selected ads' });
  more.focus();
  await userEvent.keyboard('{Enter}');
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['Bid', 'Delete']);
  fireEvent.click(items[1] as HTMLElement);
  expect(done).toHaveBeenCalledWith('Delete');
});

it('puts even the first one into the menu where that alone is wider than the line', async () => {
  roomFor(0);
  fireEvent.click(open().getByRole('button', { name: /^More/ }));
  expect(within(await screen.findByRole('menu')).getAllByRole('menuitem')).toHaveLength(4);
});

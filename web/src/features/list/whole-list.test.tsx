import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deleteSessionMutation, listSessionsOptions } from '~/api/queries';
import type { SessionResource } from '~/api/sdk';
import { ok, type StubbedCall, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { focusOn } from '~/ui/focus';
import { byId, type Change } from './change';
import { without } from './guess';
import { ListPart } from './list-view';
import { ListWithForm } from './list-with-form';
import { wholeOf } from './locally';
import type { ListSpec } from './spec';

const END: Change<SessionResource> = { done: 'ended', each: byId(deleteSessionMutation), gone: true };
const ASKED: Change<SessionResource> = {
  ...END,
  ask: ([row]) => ({ title: `Is ${row?.browser} yours?`, body: 'It is logged out.', action: 'Log it out' }),
};

const listWith = (change: Change<SessionResource>): ListSpec<SessionResource> => ({
  name: 'whole',
  noun: ['session', 'sessions'],
  rowName: ({ browser }) => browser,
  told: ['listSessions'],
  whole: true,
  shapes: 1,
  rows: wholeOf(listSessionsOptions, ({ data }) => data.toReversed()),
  card: (row, act) => (
    <button type="button" onClick={() => act('End', change, [row])}>
      {row.browser}
    </button>
  ),
  first: { title: 'Nobody is logged in', text: 'Log in.', small: true },
});

const ROWS = [
  { id: 1, browser: 'Firefox' },
  { id: 2, browser: 'Safari' },
  { id: 3, browser: 'Chrome' },
];
const REFUSED = { status: 409, body: { detail: 'It is this one.', status: 409 } };

/** A server that has `rows` of all; what it is asked after the first answers only `later`. */
function serve(rows: readonly object[], end: (call: StubbedCall) => { status: number; body?: unknown }) {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/account/sessions': ok({ data: rows }),
    'DELETE /api/account/sessions/1': end,
    'DELETE /api/account/sessions/2': end,
  });
  let answer = () => {};
  const later = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked = globalThis.fetch;
  /** Answers to calls of a kind wait from now on. */
  const hold = (method: string) =>
    vi.stubGlobal('fetch', async (input: Request) => {
      if (input.method === method) await later;
      return asked(input);
    });
  return { calls, hold, answer: () => act(async () => answer()) };
}

const shown = () => screen.queryAllByRole('listitem').map((row) => row.textContent);
const told = vi.spyOn(notifications, 'show').mockImplementation(() => '');
const title = () => told.mock.lastCall?.[0].title;

beforeEach(() => {
  told.mockClear();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

it('shows all rows in the order of its own, without pages, whatever the address and the browser say', async () => {
  localStorage.setItem('placard.list.whole', JSON.stringify({ count: 10, cols: 'name' }));
  serve(ROWS, () => REFUSED);
  const router = showAt('/account?page=3&count=1&q=Opera', <ListPart spec={listWith(END)} />);
  expect(await screen.findByText('Firefox')).toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'sessions' })).toBeInTheDocument();
  expect(shown()).toEqual(['Chrome', 'Safari', 'Firefox']);
  expect(screen.queryByText(/of 3/)).not.toBeInTheDocument();
  expect(router.state.location.search).toEqual({ page: 3, count: 1, q: 'Opera' });
});

it('takes a row out at once, and the words of an empty place take the place of the last one', async () => {
  const { hold, answer, calls } = serve(ROWS.slice(0, 1), () => ({ status: 204 }));
  showAt('/account', <ListPart spec={listWith(END)} />);
  fireEvent.click(await screen.findByText('Firefox'));
  hold('GET');
  expect(await screen.findByText('Nobody is logged in')).toBeInTheDocument();
  await waitFor(() => expect(title()).toBe('Session ended'));
  // It stays out until the list is there anew.
  expect(shown()).toEqual([]);
  await answer();
  await waitFor(() => expect(calls.filter(({ path }) => path === '/api/account/sessions')).toHaveLength(2));
});

it('puts a row back that is refused', async () => {
  const { hold, answer } = serve(ROWS, () => REFUSED);
  showAt('/account', <ListPart spec={listWith(END)} />);
  const row = await screen.findByText('Safari');
  hold('DELETE');
  fireEvent.click(row);
  await waitFor(() => expect(shown()).toEqual(['Chrome', 'Firefox']));
  await answer();
  await waitFor(() => expect(shown()).toEqual(['Chrome', 'Safari', 'Firefox']));
  expect(title()).toBe('The session was not ended');
});

it('asks in words of its own, and takes the row out when it is done, before the list is asked for again', async () => {
  const { hold, answer } = serve(ROWS, () => ({ status: 204 }));
  showAt('/account', <ListPart spec={listWith(ASKED)} />);
  fireEvent.click(await screen.findByText('Safari'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Is Safari yours?' }));
  hold('GET');
  expect(shown()).toHaveLength(3);
  fireEvent.click(dialog.getByRole('button', { name: 'Log it out' }));
  await waitFor(() => expect(shown()).toEqual(['Chrome', 'Firefox']));
  expect(title()).toBe('Session ended');
  await answer();
});

it('says of no page that it is empty while other pages have rows', () => {
  const page = (data: number[], total: number) => ({
    data,
    pagination: { current_page: 2, last_page: 2, per_page: 2, total },
  });
  const isOdd = (row: number) => row % 2 === 1;
  expect(without(page([3, 4], 4), isOdd)).toEqual(page([4], 3));
  expect(without(page([3], 3), isOdd)).toBeNull();
  expect(without(page([3], 1), isOdd)).toEqual(page([], 0));
  expect(without({ data: [3, 4] }, isOdd)).toEqual({ data: [4] });
});

it('has the button of a form in the empty place, and the form in place of both', async () => {
  serve([], () => REFUSED);
  showAt(
    '/account',
    <ListWithForm spec={listWith(END)} isPart create={{ label: 'New session' }}>
      {({ form, close }) => (
        <button type="button" onClick={close}>
          Close {form}
        </button>
      )}
    </ListWithForm>,
  );
  expect(await screen.findByText('Nobody is logged in')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'New session' }));
  expect(screen.queryByText('Nobody is logged in')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New session' })).not.toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Close new' }));
  expect(screen.getByText('Nobody is logged in')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'New session' })).toHaveLength(1);
});

it('gives the focus back to the button that opened a form when that is closed', async () => {
  serve(ROWS, () => REFUSED);
  showAt(
    '/account',
    <ListWithForm spec={listWith(END)} isPart create={{ label: 'New session' }}>
      {({ close }) => (
        <form>
          <button ref={focusOn} type="button" onClick={close}>
            Close
          </button>
        </form>
      )}
    </ListWithForm>,
  );
  await screen.findByText('Safari');
  fireEvent.click(screen.getByRole('button', { name: 'New session' }));
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('button', { name: 'New session' })).toHaveFocus();
});

import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deleteSessionMutation, listDeniedAddressesOptions, listSessionsOptions } from '~/api/queries';
import type { DeniedAddress, SessionResource } from '~/api/sdk';
import { ok, type StubbedCall, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { byId, type Change } from './change';
import { without } from './guess';
import { ListPart } from './list-view';
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
    'DELETE /api/account/sessions/3': end,
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
  expect(without(page([3], 3), isOdd)).toEqual({ ...page([], 2), isAwaited: true });
  expect(without(page([3], 1), isOdd)).toEqual(page([], 0));
  expect(without({ data: [3, 4] }, isOdd)).toEqual({ data: [4] });
});

it('keeps rows out while another one waits for its answer, whatever was asked for before', async () => {
  let rows = ROWS;
  const { calls } = serve(ROWS, () => ({ status: 204 }));
  const gates = new Map<string, () => void>();
  const asked = globalThis.fetch;
  let reads = 0;
  vi.stubGlobal('fetch', async (input: Request) => {
    const call = `${input.method} ${new URL(input.url).pathname}`;
    const wait = () => new Promise<void>((resolve) => gates.set(call, resolve));
    if (input.method === 'DELETE') {
      if (call.endsWith('/3')) await wait();
      rows = rows.filter(({ id }) => !call.endsWith(`/${id}`));
      return asked(input);
    }
    if (!call.endsWith('/sessions')) return asked(input);
    reads += 1;
    const answer = new Response(JSON.stringify({ data: rows }), { headers: { 'content-type': 'application/json' } });
    // What the second answer says is known before what is done meanwhile.
    if (reads === 2) await wait();
    return answer;
  });
  showAt('/account', <ListPart spec={listWith(END)} />);
  fireEvent.click(await screen.findByText('Firefox'));
  await waitFor(() => expect(reads).toBe(2));
  fireEvent.click(screen.getByText('Chrome'));
  await waitFor(() => expect(shown()).toEqual(['Safari']));
  fireEvent.click(screen.getByText('Safari'));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/2'))).toBe(true));
  const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await pause();
  gates.get('GET /api/account/sessions')?.();
  await pause();
  expect(shown()).toEqual([]);
  await act(async () => gates.get('DELETE /api/account/sessions/3')?.());
  // All of it is asked for again once the last one is through.
  await waitFor(() => expect(reads).toBe(3));
  expect(shown()).toEqual([]);
});

/** A list with pages of two; the second one has the last row. */
function servePages(left: () => object[]) {
  const spec: ListSpec<DeniedAddress> = {
    name: 'paged',
    noun: ['address', 'addresses'],
    rowName: ({ number }) => number,
    told: ['listDeniedAddresses'],
    rows: ({ state: { page, count } }) => listDeniedAddressesOptions({ query: { page, count } }),
    card: (row, act) => (
      <button
        type="button"
        onClick={() => act('Delete', { done: 'deleted', each: byId(deleteSessionMutation), gone: true }, [row])}
      >
        {row.number}
      </button>
    ),
    first: { title: 'Nothing', text: '' },
  };
  let reads = 0;
  const pageOf = (path: string) => Number(new URLSearchParams(path.split('?')[1]).get('page'));
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/admin/denied_addresses': ({ path }) => {
      reads += 1;
      const data = pageOf(path) === 1 ? [{ id: 1, number: 'T1' }] : reads === 1 ? [{ id: 3, number: 'T3' }] : left();
      const last = reads === 1 ? 2 : 1 + left().length;
      return ok({ data, pagination: { current_page: pageOf(path), last_page: last, per_page: 2, total: 1 + last } });
    },
    'DELETE /api/account/sessions/3': { status: 204 },
  });
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const asked = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: Request) => {
    if (input.method === 'GET' && reads > 0) await held;
    return asked(input);
  });
  showAt('/admin/wallets?page=2&count=2', <ListPart spec={spec} />);
  return { go: () => act(async () => go()) };
}

it.each([
  ['leads to the page before', [], 'T1'],
  ['shows it again', [{ id: 3, number: 'T3' }], 'T3'],
])('keeps the last row of a page out until the list is there anew, which %s', async (_, left, then) => {
  const { go } = servePages(() => left);
  fireEvent.click(await screen.findByText('T3'));
  await waitFor(() => expect(screen.queryByText('T3')).not.toBeInTheDocument());
  const back: string[] = [];
  const watch = new MutationObserver(() => back.push(...(document.body.textContent?.match(/T3|No addresses/g) ?? [])));
  watch.observe(document.body, { childList: true, subtree: true });
  await waitFor(() => expect(title()).toBe('Address deleted'));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  watch.disconnect();
  expect(back).toEqual([]);
  await go();
  expect(await screen.findByText(then)).toBeInTheDocument();
});

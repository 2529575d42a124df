import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Answers, holdBack, ok, type StubbedCall, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { AdQueue } from './ad-queue';
import { adQueueQuery, type WaitingAd } from './api';
import { UNDO_MS } from './held';
import { LOCK_AFTER_MS, LOOK_AGAIN_MS, RENEW_MS } from './use-lock';

const ad = (id: number, more: Partial<WaitingAd> = {}): WaitingAd =>
  ({
    id,
    title: `Ad ${id}`,
    version: 1,
    advertiser: { id: 2, name: 'Ada', email: 'ada@shop.example', is_trusted: false },
    submitted_at: '2026-11-21T10:00:00Z',
    is_check: false,
    media_contents: [],
    bids: [],
    one_bid_for_all_geo: 1,
    countries: [],
    supported_block_format_types: [4],
    original_url: 'https://shop.example/',
    locked_by: null,
    ...more,
  }) as WaitingAd;

const counts = { waiting: 2, in_moderation: 0, checks: 0, total: 2 };
const pagination = { current_page: 1, last_page: 1, per_page: 100, total: 2 };
const path = (id: number, verb: string) => `/api/admin/moderation/ads/${id}/${verb}`;

function Page() {
  return <AdQueue answer={useQuery(adQueueQuery)} />;
}

/** The queue of two ads; `locked` is how the server has them when they are opened. */
async function open(locked: Record<number, WaitingAd> = {}, other: Answers = {}): Promise<StubbedCall[]> {
  const done = new Set<number>();
  const left = () => [ad(5), ad(6)].filter((one) => !done.has(one.id));
  const answers: Answers = {
    'GET /api/admin/moderation/ads': () => ok({ data: left(), pagination, counts }),
  };
  for (const id of [5, 6]) {
    answers[`POST ${path(id, 'lock')}`] = () => ok({ data: locked[id] ?? ad(id) });
    answers[`POST ${path(id, 'unlock')}`] = { status: 204 };
    answers[`POST ${path(id, 'approve')}`] = () => {
      done.add(id);
      return ok({ data: { id, status_id: 5 } });
    };
  }
  const calls = stubApi({ ...answers, ...other });
  showAt('/admin/moderation', <Page />);
  await pass(50);
  expect(screen.getByRole('article', { name: 'Ad 5' })).toBeInTheDocument();
  return calls;
}

const refusal = { status: 409, body: { title: 'Conflict', detail: 'It is another one by now.', status: 409 } };
const titles = () =>
  screen.queryAllByRole('button', { name: /Ad \d/ }).map((button) => /Ad \d/.exec(button.textContent ?? '')?.[0]);

const comment = () => screen.getByRole('textbox', { name: 'Comment to the owner' });
/** The queue is asked for again after this time. */
const POLL_MS = 15_000;

/** Lets time go by, with what is answered meanwhile. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Lets a verdict be sent. */
const send = () => pass(UNDO_MS + 50);
const press = (key: string, repeat = false) => act(async () => void fireEvent.keyDown(document.body, { key, repeat }));
const made = (calls: StubbedCall[], verb: string) => calls.filter((call) => call.path.endsWith(`/${verb}`));

function setSight(state: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('decides what is locked, at the version that stands there, and one ad for one press', async () => {
  const calls = await open();
  await press('a');
  expect(made(calls, 'approve')).toEqual([]);
  expect(screen.getByRole('button', { name: /^Approve/ })).toHaveAttribute('aria-disabled', 'true');
  await pass(LOCK_AFTER_MS);
  expect(screen.getByText('Locked by you')).toBeInTheDocument();
  await press('a');
  await send();
  expect(made(calls, 'approve')).toMatchObject([{ path: path(5, 'approve'), body: { version: 1 } }]);
  // The key is held down.
  expect(screen.getByRole('article', { name: 'Ad 6' })).toHaveTextContent('Locked by you');
  await press('a', true);
  await send();
  expect(made(calls, 'approve')).toHaveLength(1);
  expect(made(calls, 'unlock')).toEqual([]);
});

it('shows what has changed since the list came, and lets it be looked at', async () => {
  const calls = await open({ 5: ad(5, { title: 'Another one', version: 2 }) });
  await pass(LOCK_AFTER_MS);
  expect(screen.getByRole('heading', { name: 'Another one' })).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('It was changed while it was on your screen.');
  await press('a');
  await pass(50);
  expect(made(calls, 'approve')).toEqual([]);
  await pass(LOOK_AGAIN_MS);
  await press('a');
  await send();
  expect(made(calls, 'approve')).toMatchObject([{ body: { version: 2 } }]);
});

it('keeps the lock while the page is in sight, and gives it back', async () => {
  const calls = await open();
  await pass(LOCK_AFTER_MS);
  await pass(RENEW_MS * 2 + 1_000);
  expect(made(calls, 'lock')).toHaveLength(3);
  setSight('hidden');
  await pass(RENEW_MS * 4);
  expect(made(calls, 'lock')).toHaveLength(3);
  setSight('visible');
  expect(screen.getByText('Not locked yet')).toBeInTheDocument();
  await pass(50);
  expect(made(calls, 'lock')).toHaveLength(4);
  expect(screen.getByText('Locked by you')).toBeInTheDocument();
  await press('j');
  await pass(50);
  expect(made(calls, 'unlock')).toMatchObject([{ path: path(5, 'unlock') }]);
  await pass(LOCK_AFTER_MS);
  act(() => void dispatchEvent(new PageTransitionEvent('pagehide')));
  await pass(50);
  expect(made(calls, 'unlock').at(-1)).toMatchObject({ path: path(6, 'unlock') });
});

it('renews a lock of a minute before it is over', async () => {
  const lock = () => ok({ data: ad(5, { locked_until: new Date(Date.now() + 60_000).toISOString() }) });
  const calls = await open({}, { [`POST ${path(5, 'lock')}`]: lock });
  await pass(LOCK_AFTER_MS);
  await pass(50_000);
  expect(made(calls, 'lock')).toHaveLength(3);
});

it('tells of a refusal that comes after the next decision, and brings the ad back', async () => {
  const told = vi.spyOn(notifications, 'show');
  await open({}, { [`POST ${path(5, 'approve')}`]: refusal });
  const answer = holdBack('/5/approve');
  await pass(LOCK_AFTER_MS);
  await press('a');
  await pass(LOCK_AFTER_MS + 50);
  expect(screen.getByRole('article', { name: 'Ad 6' })).toHaveTextContent('Locked by you');
  await press('a');
  await send();
  expect(titles()).toEqual([]);
  answer();
  await pass(50);
  expect(told.mock.calls.map(([toast]) => toast)).toMatchObject([
    { title: 'Approving: Ad 5' },
    { title: 'Approving: Ad 6' },
    { title: 'Approved: Ad 6' },
    { title: 'Not decided, look at it again: Ad 5', message: 'It is another one by now.' },
  ]);
  expect(titles()).toEqual(['Ad 5']);
});

it('tells of a refusal that comes after the queue was left', async () => {
  const told = vi.spyOn(notifications, 'show');
  await open({}, { [`POST ${path(5, 'approve')}`]: refusal });
  const answer = holdBack('/5/approve');
  await pass(LOCK_AFTER_MS);
  await press('a');
  await pass(50);
  cleanup();
  answer();
  await pass(50);
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ title: 'Not decided, look at it again: Ad 5' }));
});

it('keeps the first ad open when an older one comes before it', async () => {
  let data = [ad(5), ad(6)];
  await open({}, { 'GET /api/admin/moderation/ads': () => ok({ data, pagination, counts }) });
  fill(comment(), 'About five');
  data = [ad(6), ad(5)];
  await pass(POLL_MS);
  expect(titles()).toEqual(['Ad 6', 'Ad 5']);
  expect(screen.getByRole('article', { name: 'Ad 5' })).toBeInTheDocument();
  expect(comment()).toHaveValue('About five');
});

it('keeps an ad that somebody else has decided until the moderator goes on, and its text with it', async () => {
  let data = [ad(5), ad(6)];
  const calls = await open({}, { 'GET /api/admin/moderation/ads': () => ok({ data, pagination, counts }) });
  await pass(LOCK_AFTER_MS);
  fill(comment(), 'About five');
  data = [ad(6)];
  await pass(POLL_MS);
  expect(screen.getByRole('article', { name: 'Ad 5' })).toHaveTextContent('Decided by somebody else');
  expect(comment()).toHaveValue('About five');
  await press('a');
  await press('s');
  await pass(LOCK_AFTER_MS + 50);
  expect(made(calls, 'approve')).toEqual([]);
  expect(screen.getByRole('article', { name: 'Ad 6' })).toHaveTextContent('Locked by you');
  expect(comment()).toHaveValue('');
  data = [];
  await pass(POLL_MS);
  expect(screen.getByRole('article', { name: 'Ad 6' })).toHaveTextContent('Decided by somebody else');
  await act(async () => screen.getByRole('button', { name: 'Go on' }).click());
  await pass(50);
  expect(screen.getByText('Nothing waits')).toBeInTheDocument();
});

it('decides one ad for one press of Enter on a button', async () => {
  const calls = await open();
  const enter = (name: RegExp, repeat: boolean) =>
    act(async () => {
      const button = screen.getByRole('button', { name });
      // What a browser does with Enter on a button.
      if (fireEvent.keyDown(button, { key: 'Enter', repeat })) button.click();
    });
  await pass(LOCK_AFTER_MS);
  await enter(/^Approve/, false);
  await pass(LOCK_AFTER_MS + 50);
  expect(screen.getByRole('article', { name: 'Ad 6' })).toHaveTextContent('Locked by you');
  await enter(/^Approve/, true);
  await press('q');
  await enter(/^Reject/, true);
  await send();
  expect(calls.filter((call) => /approve|reject/.test(call.path))).toMatchObject([{ path: path(5, 'approve') }]);
});

it('keeps the text of a refused decision, and gives its lock back', async () => {
  const calls = await open({}, { [`POST ${path(5, 'reject')}`]: refusal });
  await pass(LOCK_AFTER_MS);
  fill(comment(), 'About five');
  await act(async () => screen.getAllByRole('checkbox')[1]?.click());
  await press('r');
  await send();
  expect(comment()).toHaveValue('');
  expect(made(calls, 'unlock')).toMatchObject([{ path: path(5, 'unlock') }]);
  await press('k');
  await pass(50);
  expect(screen.getByRole('article', { name: 'Ad 5' })).toBeInTheDocument();
  expect(comment()).toHaveValue('About five');
  expect(screen.getAllByRole('checkbox')[1]).toBeChecked();
});

it('keeps a lock through too many requests, and asks again for a refused one when it is seen again', async () => {
  let status = 200;
  const lock = () => (status === 200 ? ok({ data: ad(5) }) : { status, body: { status, detail: 'Not now.' } });
  const calls = await open({}, { [`POST ${path(5, 'lock')}`]: lock });
  await pass(LOCK_AFTER_MS);
  status = 429;
  await pass(RENEW_MS + 1_000);
  expect(screen.getByText('Locked by you')).toBeInTheDocument();
  status = 409;
  await pass(POLL_MS);
  expect(screen.getByText('Not yours')).toBeInTheDocument();
  status = 200;
  setSight('hidden');
  setSight('visible');
  await pass(50);
  expect(screen.getByText('Locked by you')).toBeInTheDocument();
  expect(made(calls, 'lock')).toHaveLength(4);
});

it('takes a verdict back for some seconds, and opens the ad again with its text', async () => {
  const told = vi.spyOn(notifications, 'show');
  const calls = await open();
  await pass(LOCK_AFTER_MS);
  fill(comment(), 'About five');
  await press('a');
  await pass(UNDO_MS - 100);
  expect(made(calls, 'approve')).toEqual([]);
  expect(titles()).toEqual(['Ad 6']);
  // As the toast shows it.
  render(<div>{told.mock.calls[0]?.[0].message}</div>);
  await act(async () => screen.getByRole('button', { name: 'Undo' }).click());
  await pass(LOCK_AFTER_MS + 50);
  expect(titles()).toEqual(['Ad 5', 'Ad 6']);
  expect(screen.getByRole('article', { name: 'Ad 5' })).toHaveTextContent('Locked by you');
  expect(comment()).toHaveValue('About five');
  await send();
  expect(made(calls, 'approve')).toEqual([]);
  expect(told).toHaveBeenCalledTimes(1);
});

it('takes the last verdict back by its key, and the one before it by the next press', async () => {
  const calls = await open();
  for (const _ of [5, 6]) {
    await pass(LOCK_AFTER_MS);
    await press('a');
  }
  await pass(50);
  expect(titles()).toEqual([]);
  await press('z');
  await pass(50);
  expect(titles()).toEqual(['Ad 6']);
  await press('z');
  await pass(50);
  expect(titles()).toEqual(['Ad 5', 'Ad 6']);
  await press('z');
  await send();
  expect(made(calls, 'approve')).toEqual([]);
});

it('sends the verdicts that wait when the page goes', async () => {
  const calls = await open();
  await pass(LOCK_AFTER_MS);
  await press('a');
  await pass(50);
  act(() => void dispatchEvent(new PageTransitionEvent('pagehide')));
  await pass(50);
  expect(made(calls, 'approve')).toHaveLength(1);
});

it('names who has an ad open when that is why it is refused, and nobody else', async () => {
  const eva = { id: 9, email: 'eva@network.example' };
  const listed = ok({ data: [{ ...ad(5), locked_by: eva }, ad(6)], pagination, counts });
  let answer = refusal;
  await open(
    {},
    {
      'GET /api/admin/moderation/ads': listed,
      [`POST ${path(5, 'lock')}`]: () => answer,
      [`POST ${path(6, 'lock')}`]: refusal,
    },
  );
  await pass(LOCK_AFTER_MS);
  expect(screen.getByText(/^eva@network\.example has this ad open\./)).toBeInTheDocument();
  // Another ad is refused for a reason of its own.
  fireEvent.keyDown(document.body, { key: 'j' });
  await pass(LOCK_AFTER_MS);
  expect(screen.getByText('It is another one by now.')).toBeInTheDocument();
  answer = { status: 502, body: { title: 'Bad gateway', detail: 'Nothing came back.', status: 502 } };
  fireEvent.keyDown(document.body, { key: 'k' });
  await pass(LOCK_AFTER_MS);
  expect(screen.queryByText(/has this ad open/)).not.toBeInTheDocument();
});

import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok, type StubbedCall, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { AdQueue } from './ad-queue';
import { adQueueQuery, type WaitingAd } from './api';
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
async function open(locked: Record<number, WaitingAd> = {}): Promise<StubbedCall[]> {
  const done = new Set<number>();
  const left = () => [ad(5), ad(6)].filter((one) => !done.has(one.id));
  const answers: Parameters<typeof stubApi>[0] = {
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
  const calls = stubApi(answers);
  showAt('/admin/moderation', <Page />);
  await pass(50);
  expect(screen.getByRole('article', { name: 'Ad 5' })).toBeInTheDocument();
  return calls;
}

/** Lets time go by, with what is answered meanwhile. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
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
  await pass(50);
  expect(made(calls, 'approve')).toMatchObject([{ path: path(5, 'approve'), body: { version: 1 } }]);
  // The key is held down.
  await pass(LOCK_AFTER_MS);
  expect(screen.getByRole('article', { name: 'Ad 6' })).toHaveTextContent('Locked by you');
  await press('a', true);
  await pass(50);
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
  await pass(50);
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

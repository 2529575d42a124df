/** Pages as they are before their data comes, without any, and when it does not come. */
import type { Page, Route } from '@playwright/test';

/** What becomes of a page's calls: they are held, fail, bring nothing, or go their way. */
export type State = 'loading' | 'error' | 'empty' | 'real';

interface Answer {
  data?: unknown;
  result?: unknown[];
  total_result?: Record<string, unknown>;
  pagination?: Record<string, number>;
  counts_by_status?: Record<string, number>;
  total_statistic?: Record<string, unknown>;
}

/** The application asks so often again, with growing pauses, before it says that the server fails. */
const ASKED_AGAIN = 2;

/** What it waits before each of these, in ms. */
const PAUSES_MS = [1_000, 2_000];

const nothing = (of: Record<string, unknown>) => Object.fromEntries(Object.keys(of).map((key) => [key, null]));

/** The same answer of the server for somebody who has nothing yet. */
function emptied(answer: Answer): Answer {
  const out: Answer = { ...answer };
  if (Array.isArray(answer.data)) out.data = [];
  const { stats, total } = (answer.data ?? {}) as { stats?: unknown[]; total?: Record<string, unknown> };
  if (stats && total) out.data = { stats: [], total: nothing(total) };
  if (answer.result) out.result = [];
  if (answer.total_result) out.total_result = nothing(answer.total_result);
  if (answer.total_statistic) out.total_statistic = nothing(answer.total_statistic);
  if (answer.pagination) out.pagination = { ...answer.pagination, current_page: 1, last_page: 1, total: 0 };
  if (answer.counts_by_status) out.counts_by_status = { total: 0 };
  return out;
}

const fail = (route: Route) =>
  route.fulfill({
    status: 500,
    contentType: 'application/problem+json',
    json: { type: 'about:blank', title: 'Internal Server Error', status: 500, detail: 'Try again in a minute.' },
  });

async function empty(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: emptied((await response.json()) as Answer) });
}

/**
 * Takes the calls of the page that match in hand: they are held until the returned function says what becomes of them and
 * of all that follow. Of a call that is held, the tries before the last one fail at once, and the pauses between them pass at
 * once: nothing is seen of them.
 */
export async function takeInHand(page: Page, calls: RegExp): Promise<(state: State) => Promise<void>> {
  await page.addInitScript((pauses) => {
    const { setTimeout: wait } = window;
    const sooner = (act: TimerHandler, ms = 0, ...more: unknown[]) => wait(act, pauses.includes(ms) ? 0 : ms, ...more);
    window.setTimeout = sooner as typeof setTimeout;
  }, PAUSES_MS);
  const held: Route[] = [];
  const asked = new Map<string, number>();
  let state: State = 'loading';
  const answer = (route: Route): Promise<void> => {
    if (state === 'error') return fail(route);
    if (state === 'empty') return empty(route);
    return route.continue();
  };
  await page.route(
    (url) => calls.test(url.pathname),
    async (route) => {
      if (state !== 'loading') return answer(route);
      const url = route.request().url();
      const before = asked.get(url) ?? 0;
      asked.set(url, before + 1);
      if (before < ASKED_AGAIN) await fail(route);
      else held.push(route);
    },
  );
  return async (next) => {
    state = next;
    // What the page has given up meanwhile needs no answer.
    await Promise.all(held.splice(0).map((route) => answer(route).catch(() => undefined)));
  };
}

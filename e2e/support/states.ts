/** Pages as they are before their data comes, without any, and when it does not come. */
import type { Page } from '@playwright/test';

/** What becomes of a page's calls: they are held, fail, bring nothing, or go their way. */
export type State = 'loading' | 'error' | 'empty' | 'real';

declare global {
  interface Window {
    holdCalls(calls: string): void;
    becomeOfCalls(state: State): void;
  }
}

/** Runs in the page, before anything else there. */
function take([calls, askedAgain, pausesMs]: readonly [string, number, readonly number[]]): void {
  interface Answer {
    data?: unknown;
    result?: unknown[];
    total_result?: Record<string, unknown>;
    pagination?: Record<string, number>;
    counts_by_status?: Record<string, number>;
    total_statistic?: Record<string, unknown>;
  }
  const nothing = (of: Record<string, unknown>) => Object.fromEntries(Object.keys(of).map((key) => [key, null]));
  /** The same answer of the server for somebody who has nothing yet. */
  const emptied = (answer: Answer): Answer => {
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
  };
  const { fetch: ask, setTimeout: wait } = window;
  const asked = new Map<string, number>();
  let matching: RegExp;
  let state: State;
  let release: () => void = () => undefined;
  let told: Promise<void>;
  window.holdCalls = (next) => {
    matching = new RegExp(next);
    state = 'loading';
    asked.clear();
    told = new Promise((resolve) => {
      release = resolve;
    });
  };
  window.holdCalls(calls);
  const failed = () => {
    const problem = {
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      detail: 'Try again in a minute.',
    };
    return new Response(JSON.stringify(problem), {
      status: 500,
      headers: { 'content-type': 'application/problem+json' },
    });
  };
  window.becomeOfCalls = (next) => {
    state = next;
    release();
  };
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (!matching.test(url.pathname)) return ask(input, init);
    if (state === 'loading') {
      const before = asked.get(url.href) ?? 0;
      asked.set(url.href, before + 1);
      if (before < askedAgain) return failed();
      await told;
    }
    if (state === 'error') return failed();
    const response = await ask(input, init);
    if (state !== 'empty') return response;
    const { status, headers } = response;
    return new Response(JSON.stringify(emptied((await response.json()) as Answer)), { status, headers });
  };
  const sooner = (act: TimerHandler, ms = 0, ...more: unknown[]) => wait(act, pausesMs.includes(ms) ? 0 : ms, ...more);
  window.setTimeout = sooner as typeof setTimeout;
}

/** The application asks so often again before it says that the server fails, and waits so long before each time, in ms. */
const ASKED_AGAIN = 2;
const PAUSES_MS = [1_000, 2_000];

/**
 * Takes the calls of the page that match in hand: they are held until `become` says what becomes of them and of all that
 * follow. Of a call that is held, the tries before the last one fail at once, and the pauses between them pass at once: nothing
 * is seen of them. It is done in the page: a browser whose calls are taken on their way keeps no file of any page.
 */
export const takeInHand = (page: Page, calls: RegExp) =>
  page.addInitScript(take, [calls.source, ASKED_AGAIN, PAUSES_MS] as const);

/** Lets go of the calls that a page held until now, and holds others from here on. */
export const hold = (page: Page, calls: RegExp) => page.evaluate((next) => window.holdCalls(next), calls.source);

/** Says what becomes of the calls that a page holds. */
export const become = (page: Page, next: State) => page.evaluate((state) => window.becomeOfCalls(state), next);

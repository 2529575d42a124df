/** Pages as they are before their data comes, without any, and when it does not come. */
import type { Page, Route } from '@playwright/test';

/** What becomes of a page's calls. */
export type State = 'loading' | 'empty' | 'error';

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
function emptied(answer: Answer): Answer {
  const out: Answer = { ...answer };
  if (Array.isArray(answer.data)) out.data = [];
  if (answer.result) out.result = [];
  if (answer.total_result) out.total_result = nothing(answer.total_result);
  if (answer.total_statistic) out.total_statistic = nothing(answer.total_statistic);
  if (answer.pagination) out.pagination = { ...answer.pagination, current_page: 1, last_page: 1, total: 0 };
  if (answer.counts_by_status) out.counts_by_status = { total: 0 };
  return out;
}

/** Holds, empties or fails the calls of the page that match, until the returned function is called. */
export async function force(page: Page, state: State, calls: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  const matches = (url: URL) => calls.test(url.pathname);
  const handle = async (route: Route) => {
    if (state === 'loading') {
      held.push(route);
    } else if (state === 'error') {
      await route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: 'Internal Server Error', status: 500, detail: 'Try again in a minute.' },
      });
    } else {
      const response = await route.fetch();
      await route.fulfill({ response, json: emptied((await response.json()) as Answer) });
    }
  };
  await page.route(matches, handle);
  return async () => {
    await page.unroute(matches, handle);
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  };
}

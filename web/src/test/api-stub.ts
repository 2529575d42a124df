import { vi } from 'vitest';

/** A call that reached the stub. */
export interface StubbedCall {
  method: string;
  /** Path with its query. */
  path: string;
  body: unknown;
  /** The name that a repeat is known by, of a call that has one. */
  key?: string;
}

/** What the stub answers: a status and a JSON body, or a body alone for 200. */
type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/** Answers by `METHOD /path` (without the query); a function is asked at each call. */
export type Answers = Record<string, Answer | ((call: StubbedCall) => Answer)>;

/** Puts itself in place of `fetch` and notes every call; what has no answer fails the test. */
export function stubApi(answers: Answers): StubbedCall[] {
  const calls: StubbedCall[] = [];
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(new URL(input, location.origin), init);
    const url = new URL(request.url);
    const text = await request.text();
    const key = request.headers.get('Idempotency-Key');
    const call = {
      method: request.method,
      path: url.pathname + url.search,
      body: text ? JSON.parse(text) : undefined,
      ...(key ? { key } : {}),
    };
    calls.push(call);
    const answer = answers[`${request.method} ${url.pathname}`];
    if (!answer) throw new Error(`no answer for ${request.method} ${url.pathname}`);
    const { status, body, headers } = typeof answer === 'function' ? answer(call) : answer;
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });
  });
  return calls;
}

/** Has the stub's calls whose address ends so, of this method if one is said, wait until the returned function is called. */
export function holdBack(ending: string, method?: string): () => void {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const stub = fetch;
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith(ending) && (method ?? request.method) === request.method) await answered;
    return stub(request);
  });
  return answer;
}

/** 200 with a body. */
export const ok = (body: unknown): Answer => ({ status: 200, body });

/** A 422 with messages by field. */
export const refused = (errors: Record<string, string[]>, type = 'about:blank'): Answer => ({
  status: 422,
  body: { type, title: 'Invalid', status: 422, errors },
});

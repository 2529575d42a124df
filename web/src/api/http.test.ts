import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const session = vi.hoisted(() => ({
  isActing: false,
  token: 'one' as string | null,
  accessToken: vi.fn(),
  refused: vi.fn(),
  renewActing: vi.fn(),
  endActing: vi.fn(),
}));
vi.mock('~/app/session', () => ({ session }));

const { send, TIMEOUT_MS } = await import('./http');

let answers: number[] = [];
let sent: { token: string | null; language: string | null; body: string }[] = [];

beforeEach(() => {
  vi.resetAllMocks();
  session.isActing = false;
  session.accessToken.mockImplementation(async () => session.token);
  session.token = 'one';
  answers = [];
  sent = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { headers } = request;
    const body = await request.text();
    sent.push({ token: headers.get('authorization'), language: headers.get('accept-language'), body });
    return new Response(null, { status: answers.shift() ?? 200 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const put = () => send(new Request('https://placard.example/api/account', { method: 'PUT', body: '{"name":"Ada"}' }));

it('sends the token and the language with every request', async () => {
  expect((await put()).status).toBe(200);
  expect(sent).toEqual([{ token: 'Bearer one', language: 'en', body: '{"name":"Ada"}' }]);
  session.token = null;
  await put();
  expect(sent[1]).toMatchObject({ token: null, language: 'en' });
});

it('ends the own session at a 401', async () => {
  answers = [401];
  expect((await put()).status).toBe(401);
  expect(session.refused).toHaveBeenCalledWith('one');
  expect(sent).toHaveLength(1);
});

it('ends nothing at a 401 for somebody who is not logged in', async () => {
  session.token = null;
  answers = [401];
  await put();
  expect(session.refused).not.toHaveBeenCalled();
});

it('while acting refreshes at a 401 and sends the same again once', async () => {
  session.isActing = true;
  session.renewActing.mockResolvedValue('two');
  answers = [401, 200];
  expect((await put()).status).toBe(200);
  expect(sent.map(({ token, body }) => [token, body])).toEqual([
    ['Bearer one', '{"name":"Ada"}'],
    ['Bearer two', '{"name":"Ada"}'],
  ]);
  expect(session.endActing).not.toHaveBeenCalled();
  expect(session.refused).not.toHaveBeenCalled();
});

it('while acting ends the acting alone when the second try is refused too, and does not try what cannot be renewed', async () => {
  session.isActing = true;
  session.renewActing.mockResolvedValue('two');
  answers = [401, 401];
  expect((await put()).status).toBe(401);
  expect(session.endActing).toHaveBeenCalledWith('refused');
  session.renewActing.mockResolvedValue(null);
  answers = [401];
  sent = [];
  await put();
  expect(sent).toHaveLength(1);
  expect(session.refused).not.toHaveBeenCalled();
});

describe('the time limit', () => {
  let signal: AbortSignal | undefined;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (_request: Request, init?: RequestInit) => {
      signal = init?.signal ?? undefined;
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal?.reason));
      });
    });
  });
  afterEach(() => vi.useRealTimers());
  const wait = () => vi.advanceTimersByTimeAsync(TIMEOUT_MS);

  it('gives up a request that nothing answers', async () => {
    const outcome = put().catch((error: unknown) => error);
    await wait();
    expect(await outcome).toMatchObject({ name: 'TimeoutError' });
  });

  it('passes on that the caller gave up', async () => {
    const caller = new AbortController();
    const outcome = send(new Request('https://placard.example/api/sites', { signal: caller.signal })).catch(
      (error: unknown) => error,
    );
    await vi.advanceTimersByTimeAsync(0);
    caller.abort();
    expect(await outcome).toMatchObject({ name: 'AbortError' });
  });

  it('lets uploads take their time', async () => {
    const settled = vi.fn();
    const form = new FormData();
    form.set('file', 'picture');
    void send(new Request('https://placard.example/api/images', { method: 'POST', body: form })).finally(settled);
    await wait();
    expect(settled).not.toHaveBeenCalled();
    expect(signal).toBeUndefined();
  });

  it('ends with the wait for an answer, however long its body takes', async () => {
    vi.stubGlobal('fetch', async (_request: Request, init?: RequestInit) => {
      signal = init?.signal ?? undefined;
      return new Response('a long file');
    });
    await put();
    await wait();
    expect(signal?.aborted).toBe(false);
  });
});

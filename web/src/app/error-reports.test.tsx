import { expect, it, vi } from 'vitest';
import { ApiError } from '~/api/problem';
import { ok, stubApi } from '~/test/api-stub';
import { errorReporter, REPORTS_MAX, reportUncaught } from './error-reports';

const reporter = () => {
  const send = vi.fn(async (_form: unknown) => undefined);
  return { send, report: errorReporter(send) };
};

it('tells of an error once, and of so many only', () => {
  const { send, report } = reporter();
  const error = new TypeError('x is not a function');
  report(error);
  report(error);
  expect(send).toHaveBeenCalledTimes(1);
  expect(send.mock.calls[0]?.[0]).toMatchObject({ message: 'TypeError: x is not a function', page: '/' });
  for (let number = 0; number < 100; number += 1) report(new Error(`another ${number}`));
  expect(send).toHaveBeenCalledTimes(REPORTS_MAX);
});

it('tells of no refusal, no part of an old release, and nothing of others', () => {
  const { send, report } = reporter();
  const foreign = new Error('of an extension');
  foreign.stack = 'Error: of an extension\n    at f (chrome-extension://abc/x.js:1:1)';
  for (const error of [
    new ApiError({ type: 'about:blank', title: 'Gone', status: 404 }),
    new Error('Cannot find module /assets/x.js'),
    new DOMException('given up', 'AbortError'),
    new Error('ResizeObserver loop completed with undelivered notifications.'),
    'Script error.',
    foreign,
  ]) {
    report(error);
  }
  expect(send).not.toHaveBeenCalled();
});

it('cuts what is too long, and never throws', () => {
  const { send, report } = reporter();
  const error = new Error('😀'.repeat(1_000));
  error.stack = `at\u0000f\n${'x'.repeat(10_000)}`;
  report(error);
  const sent = send.mock.calls.flat() as { message: string; stack: string }[];
  expect(sent.map(({ message, stack }) => [[...message].length, [...stack].length])).toEqual([[300, 4_000]]);
  expect(sent[0]?.stack.startsWith('at f\n')).toBe(true);
  const hostile = {
    toString() {
      throw new Error('not even a text');
    },
  };
  expect(() => report(hostile)).not.toThrow();
  const failing = errorReporter(() => Promise.reject(new Error('away')));
  expect(() => failing(new Error('a'))).not.toThrow();
});

it('sends the part of all that the network wants', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const calls = stubApi({
    'GET /api/site': () => ok({ data: { error_sample_rate: calls.length > 1 ? 0.6 : 0.5 } }),
    'POST /api/client_errors': { status: 204 },
  });
  const report = errorReporter();
  report(new TypeError('not sent'));
  // The client comes with the first error.
  await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 20_000 });
  report(new TypeError('sent'));
  await vi.waitFor(() => expect(calls).toHaveLength(3));
  const sent = calls.filter(({ method }) => method === 'POST');
  expect(sent.map(({ body }) => body)).toMatchObject([{ message: 'TypeError: sent', page: '/' }]);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('hears of what nothing caught', () => {
  const heard: unknown[] = [];
  reportUncaught((error) => heard.push(error));
  const [error, reason] = [new Error('thrown'), new Error('refused')];
  dispatchEvent(new ErrorEvent('error', { error, message: 'thrown' }));
  dispatchEvent(new ErrorEvent('error', { message: 'without an object' }));
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  expect(heard).toEqual([error, 'without an object', reason]);
});

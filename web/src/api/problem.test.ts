import { expect, it } from 'vitest';
import { ApiError, errorText, fieldErrors, toApiError } from './problem';

it('names the form’s fields', () => {
  const error = new ApiError({
    status: 422,
    errors: { 'bids[0].bid': ['Too low.', 'The lowest is 0.005.'], name: ['Missing.'] },
  });
  expect(fieldErrors(error)).toEqual({ 'bids.0.bid': 'Too low. The lowest is 0.005.', name: 'Missing.' });
  expect(fieldErrors(error, { name: 'title' })).toHaveProperty('title', 'Missing.');
  expect(fieldErrors(new Error('x'))).toEqual({});
});

it('makes one kind of error of everything that is thrown', () => {
  const check = (thrown: unknown, status: number | undefined, expected: Partial<ApiError>) =>
    expect(toApiError(thrown, status === undefined ? undefined : new Response(null, { status }))).toMatchObject(
      expected,
    );
  check({ title: 'Conflict', detail: 'It is declined.', status: 409 }, 409, {
    status: 409,
    message: 'It is declined.',
  });
  check('<html>', 502, { status: 502, title: 'The server failed' });
  check(new TypeError('failed to fetch'), undefined, { status: 0, title: 'No connection' });
  expect(toApiError({}, new Response(null, { status: 429, headers: { 'retry-after': '30' } })).retryAfter).toBe(30);
  expect(errorText(new TypeError('failed'))).toContain('did not answer');
});

it('says how long to wait, also where a proxy refused and not the server', () => {
  const at = (status: number, after: string | null) =>
    errorText(
      toApiError('<html>', new Response(null, { status, headers: after === null ? {} : { 'retry-after': after } })),
    );
  expect(at(429, '30')).toContain('Try again in 30 s.');
  expect(at(429, new Date(Date.now() + 9_500).toUTCString())).toMatch(/Try again in (9|10) s\./);
  expect(at(429, 'soon')).toContain('Try again later.');
  expect(at(429, null)).toContain('Try again later.');
  expect(at(503, '5')).toContain('Try again in 5 s.');
  expect(at(503, null)).toContain('Something broke');
});

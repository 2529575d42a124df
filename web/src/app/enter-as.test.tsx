import { afterEach, expect, it } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { enterAs, takeCode } from './enter-as';
import { session } from './session';

const acting = ok({ data: { token: `x.${btoa('{"sub":"7","sid":"1"}')}.x`, refresh_token: 'r', expires_in: 1800 } });

afterEach(() => session.end('logout'));

it('acts with the code of the address or of the cookie, once', async () => {
  const calls = stubApi({ 'POST /api/admin/jwt': acting });
  expect(await enterAs()).toBe(false);
  expect(takeCode('one')).toBe(true);
  expect(await enterAs()).toBe(true);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = 'jwt_token=two; path=/';
  expect(takeCode(undefined)).toBe(false);
  expect(await enterAs()).toBe(true);
  expect(document.cookie).not.toContain('jwt_token');
  expect(await enterAs()).toBe(true);
  expect(calls.map((call) => call.body)).toEqual([{ code: 'one' }, { code: 'two' }]);
});

it('keeps the code for another try when there was no answer to it, and drops what was refused', async () => {
  for (const status of [0, 429, 503]) {
    stubApi(status === 0 ? {} : { 'POST /api/admin/jwt': { status } });
    takeCode('one');
    await expect(enterAs(), String(status)).rejects.toMatchObject({ status });
    stubApi({ 'POST /api/admin/jwt': acting });
    expect(await enterAs(), String(status)).toBe(true);
    session.end('logout');
  }
  const calls = stubApi({ 'POST /api/admin/jwt': { status: 404 } });
  takeCode('one');
  expect(await enterAs()).toBe(false);
  expect(await enterAs()).toBe(false);
  expect(calls).toHaveLength(1);
});

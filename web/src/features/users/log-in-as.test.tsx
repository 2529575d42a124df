import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { logInAs } from './log-in-as';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('opens the cabinet of a user once by a double click, and again later', async () => {
  const calls = stubApi({ 'POST /api/admin/jwt/5': ok({ data: { url: '/enter' } }) });
  const replace = vi.fn();
  const opened = vi.spyOn(window, 'open').mockReturnValue({ location: { replace } } as unknown as Window);
  await Promise.all([logInAs(5), logInAs(5)]);
  expect(opened).toHaveBeenCalledTimes(1);
  expect(calls).toHaveLength(1);
  await logInAs(5);
  expect(calls).toHaveLength(2);
  expect(replace).toHaveBeenCalledTimes(2);
});

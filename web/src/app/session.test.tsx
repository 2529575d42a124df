// Alone: its session is that of all who share its modules.
import { expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { session } from './session';

const answer = { access_token: `x.${btoa('{"sub":"7","sid":"1"}')}.x`, refresh_token: 'r', expires_in: 3600 };

it('asks for new tokens under the lock of all tabs, not before it is given', async () => {
  const calls = stubApi({ 'POST /api/oauth2/accessToken': ok(answer) });
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  const request = vi.fn(async (_name: string, work: () => Promise<void>) => given.then(work));
  vi.stubGlobal('navigator', { locks: { request } });
  session.begin(answer);
  const refreshed = session.refresh();
  await new Promise((resolve) => setTimeout(resolve));
  expect(request.mock.calls.map(([name]) => name)).toEqual(['placard.refresh']);
  expect(calls).toEqual([]);
  give();
  await refreshed;
  expect(calls).toHaveLength(1);
});

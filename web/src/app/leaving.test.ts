import { expect, it, vi } from 'vitest';
import { beforeLogOut } from './leaving';
import { logOut } from './log-out';
import { session } from './session';

it('is done before the session ends, and nobody waits for it for ever', async () => {
  const order: string[] = [];
  vi.spyOn(session, 'end').mockImplementation(() => void order.push('ended'));
  vi.spyOn(session, 'accessToken').mockResolvedValue(null);
  const forget = beforeLogOut(async () => void order.push('sent'));
  await logOut();
  expect(order).toEqual(['sent', 'ended']);
  forget();
  vi.useFakeTimers();
  const forgetOther = beforeLogOut(() => new Promise(() => undefined));
  const out = logOut();
  await vi.runAllTimersAsync();
  await out;
  expect(order).toEqual(['sent', 'ended', 'ended']);
  forgetOther();
  vi.useRealTimers();
});

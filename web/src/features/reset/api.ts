import { queryOptions } from '@tanstack/react-query';
import { call } from '~/api/http';

/** Asks for a mail with a link to set a new password. The answer never tells whether the address has an account. */
export function askForReset(email: string): Promise<unknown> {
  return call('POST', '/api/account/password/reset', { body: { email } });
}

/** Until when a reset link holds. */
export const resetTokenQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset', token],
    queryFn: ({ signal }) =>
      call<{ data: { expires_at: string } }>('GET', `/api/account/password/reset/${encodeURIComponent(token)}`, {
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Sets the new password and ends all sessions. */
export function setPassword(token: string, password: string): Promise<unknown> {
  return call('PUT', `/api/account/password/reset/${encodeURIComponent(token)}`, { body: { password } });
}

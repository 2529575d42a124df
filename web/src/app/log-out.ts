import { LANGUAGE } from '~/lib/locale';
import { finish } from './leaving';
import { session } from './session';

/**
 * Ends what is in use: acting as somebody else alone, or the own session. It is over here before the server is told, so that
 * whoever leaves the page in the same moment is logged out; without an answer its tokens end by themselves.
 */
export async function logOut(): Promise<void> {
  await finish();
  const token = await session.accessToken().catch(() => null);
  session.end('logout');
  if (!token) return;
  const headers = { authorization: `Bearer ${token}`, 'accept-language': LANGUAGE };
  // It outlives the page.
  void fetch('/api/oauth2/logout', { headers, keepalive: true }).catch(() => undefined);
}

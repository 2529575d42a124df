import type { SessionResource } from '~/api/sdk';

/** Browser and system in words; what neither names is told as it was sent. */
export function deviceName(row: Pick<SessionResource, 'browser' | 'os' | 'user_agent'>): string {
  const known = (name: string | null) => (name && name !== 'Other' ? name : null);
  const [browser, os] = [known(row.browser), known(row.os)];
  if (browser && os) return `${browser} on ${os}`;
  return browser ?? os ?? (row.user_agent.slice(0, 60) || 'Unknown device');
}

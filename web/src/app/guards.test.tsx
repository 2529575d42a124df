// Alone: its session is that of all who share its modules.
import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, isNotFound, isRedirect } from '@tanstack/react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '~/api/problem';
import type { User } from '~/api/sdk';
import { createAppRouter, type RouterContext } from '~/router';
import { guard } from './guards';
import { userQuery } from './queries';

const { findPage } = createAppRouter(createMemoryHistory(), '/').options.context;
const USER = { id: 7, type_id: 1, status_id: 3, is_trusted: false, advertiser: { id: 7 }, webmaster: null } as User;

function context(user: User | null | 'fails' | 'ended'): RouterContext {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const session = { current: user ? { user: '7' } : null, sync: vi.fn() };
  if (user && typeof user === 'object') queryClient.setQueryData(userQuery.queryKey, user);
  else {
    vi.spyOn(queryClient, 'ensureQueryData').mockImplementation(async () => {
      if (user === 'ended') session.current = null;
      throw new ApiError({ status: user === 'ended' ? 401 : 0 });
    });
  }
  return { queryClient, locale: '', findPage, session: session as unknown as RouterContext['session'] };
}

async function outcome(user: Parameters<typeof context>[0], path: string, search: object = {}, preload = false) {
  try {
    const location = { pathname: path, href: `${path}?page=2`, search };
    await guard({ context: context(user), location, preload });
    return 'open';
  } catch (thrown) {
    if (isRedirect(thrown)) return String(thrown.options.to ?? thrown.options.href);
    if (isNotFound(thrown)) return '404';
    return `error ${(thrown as ApiError).status}`;
  }
}

beforeEach(() => sessionStorage.clear());

describe('the guard', () => {
  it('sends a visitor to login and restores the wanted path with its search', async () => {
    expect(await outcome(null, '/advertiser/campaigns')).toBe('/account/login');
    expect(await outcome(USER, '/account/login')).toBe('/advertiser/campaigns?page=2');
    // Nothing is lost when the way there is taken twice, as when a session begins in two places at once.
    expect(await outcome(USER, '/account/login')).toBe('/advertiser/campaigns?page=2');
    expect(await outcome(USER, '/advertiser/campaigns')).toBe('open');
    expect(await outcome(USER, '/')).toBe('/advertiser/campaigns');
  });
  it('remembers nothing of a look ahead', async () => {
    expect(await outcome(null, '/advertiser/campaigns', {}, true)).toBe('/account/login');
    expect(sessionStorage.length).toBe(0);
  });
  it('drops the wanted path of another user', async () => {
    sessionStorage.setItem('placard.wanted', JSON.stringify({ path: '/account', user: '8' }));
    expect(await outcome(USER, '/')).toBe('/advertiser/campaigns');
  });
  it('follows redirect_to', async () => {
    expect(await outcome(USER, '/about', { redirect_to: '/account' })).toBe('/account');
    expect(await outcome(USER, '/account/login', { redirect_to: '//evil.example' })).toBe('/advertiser/campaigns');
    expect(await outcome(null, '/about', { redirect_to: '/account' })).toBe('open');
  });
  it('knows no page', async () => {
    expect(await outcome(null, '/nothing')).toBe('404');
    expect(await outcome(USER, '/webmaster/sites')).toBe('404');
  });
  it('opens guests’ pages without an answer, and says of others that none came', async () => {
    expect(await outcome('fails', '/')).toBe('open');
    expect(await outcome('fails', '/account')).toBe('error 0');
  });
  it('asks for the login when the session turns out to be over', async () => {
    expect(await outcome('ended', '/account')).toBe('/account/login');
  });
  it('keeps the page of a session that is over for its own user', async () => {
    const other = { ...USER, id: 8 } as User;
    await outcome('ended', '/account');
    expect(await outcome(other, '/account/login')).toBe('/advertiser/campaigns');
    expect(await outcome(USER, '/account/login')).toBe('/account?page=2');
  });
});

import { QueryClient } from '@tanstack/react-query';
import { isNotFound, isRedirect } from '@tanstack/react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import type { User } from '~/api/sdk';
import type { RouterContext } from '~/router';
import { guestOnly, landing, requireUser } from './guards';
import { userQuery } from './queries';

const USER: User = {
  id: 7,
  type_id: 1,
  status_id: 3,
  is_trusted: false,
  email: 'ada@shop.example',
  name: 'Ada',
  phone: '',
  skype: '',
  telegram: '',
  advertiser: { id: 7 },
  webmaster: null,
  currency_id: 1,
  currency_unit: 1,
  features: [],
  minimum_bid: 1,
};

function context(user: User | null): RouterContext {
  const queryClient = new QueryClient();
  if (user) queryClient.setQueryData(userQuery.queryKey, user);
  return { queryClient, locale: '', session: { current: user ? {} : null } as RouterContext['session'] };
}

const at = (pathname: string) => ({ pathname, href: `${pathname}?page=2` });

async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'open';
  } catch (thrown) {
    if (isRedirect(thrown)) return String(thrown.options.to ?? thrown.options.href);
    if (isNotFound(thrown)) return '404';
    throw thrown;
  }
}

beforeEach(() => sessionStorage.clear());

describe('a protected page', () => {
  it('sends a visitor to login and remembers the wanted path with its search', async () => {
    expect(await outcome(requireUser({ context: context(null), location: at('/advertiser/campaigns') }))).toBe(
      '/account/login',
    );
    expect(landing(USER, undefined)).toBe('/advertiser/campaigns?page=2');
  });
  it('opens for its role and is not there for another', async () => {
    const open = (path: string, user: User) => outcome(requireUser({ context: context(user), location: at(path) }));
    expect(await open('/advertiser/campaigns', USER)).toBe('open');
    expect(await open('/webmaster/sites', USER)).toBe('404');
    expect(await open('/admin/moderation', USER)).toBe('404');
    expect(await open('/admin/moderation', { ...USER, type_id: 13 })).toBe('open');
    expect(await open('/account', { ...USER, status_id: 1 })).toBe('/account/confirm');
  });
});

describe('after login', () => {
  it('follows redirect_to when it is a safe path of the role, else goes home', () => {
    expect(landing(USER, '/account')).toBe('/account');
    expect(landing(USER, '//evil.example')).toBe('/advertiser/campaigns');
    expect(landing(USER, '/webmaster/sites')).toBe('/advertiser/campaigns');
    expect(landing({ ...USER, advertiser: null, webmaster: { id: 7, is_auto_payment: false } }, undefined)).toBe(
      '/webmaster/sites',
    );
  });
  it('guests’ pages send on', async () => {
    expect(await outcome(guestOnly({ context: context(USER), location: at('/account/login') }, undefined))).toBe(
      '/advertiser/campaigns',
    );
    expect(await outcome(guestOnly({ context: context(null), location: at('/account/login') }, undefined))).toBe(
      'open',
    );
  });
});

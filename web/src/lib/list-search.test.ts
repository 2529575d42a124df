import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { createAppRouter } from '../router';

it.each([
  ['/account/notices?tab=unread', { status: 'unread' }],
  ['/account/notices?tab=all&page=2', { page: 2 }],
  ['/advertiser/rules?tab=waits&rule=7', { status: 'waits', rule: '7' }],
  ['/advertiser/rules?tab=off&status=on', { status: 'on' }],
  ['/advertiser/rules', {}],
])('reads the tab of an address from before lists had one name for it: %s', (path, search) => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }), '/');
  expect(router.matchRoutes(router.latestLocation).at(-1)?.search).toEqual(search);
});

it('goes on to another tab from such an address', async () => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/advertiser/rules?tab=waits&q=dear'] }), '/');
  const to = router.buildLocation({ to: '.', search: (before: object) => ({ ...before, status: undefined }) });
  expect(to.searchStr).toBe('?q=dear');
});

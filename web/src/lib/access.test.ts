import { expect, it } from 'vitest';
import tree from '../routeTree.gen.ts?raw';
import { judge, UnknownMiddleware, type Visitor, visit } from './access';
import { type Access, ALL_PAGES, pageOf } from './routes';

const person = (part: object): Visitor => ({
  type_id: 1,
  status_id: 3,
  is_trusted: false,
  advertiser: null,
  webmaster: null,
  ...part,
});

/** The columns of the table. */
const ROLES = {
  nobody: null,
  unconfirmed: person({ status_id: 1, advertiser: {} }),
  advertiser: person({ advertiser: {} }),
  webmaster: person({ webmaster: {} }),
  both: person({ advertiser: {}, webmaster: {} }),
  sales: person({ type_id: 13 }),
  god: person({ type_id: 12 }),
} satisfies Record<string, Visitor>;

const UUID = '0193508e-1c1d-7c6a-8000-9a52d1b0c0de';
const campaign = '/advertiser/campaigns/7';
const group = `${campaign}/groups/8`;
const push = `/advertiser/campaigns/push/${UUID}`;
const blocks = '/webmaster/sites/5/blocks';

// What happens, by a word each: `open`; `404`; or the page to which the visitor is sent.
const OPEN = 'open open open open open open open';
const CONFIRM = 'login open campaigns sites campaigns queue queue';
const GUEST = 'open confirm campaigns sites campaigns queue queue';
const USER = 'login confirm open open open open open';
const ADVERTISER = 'login confirm open 404 open 404 404';
const WEBMASTER = 'login confirm 404 open open 404 404';
const STAFF = 'login confirm 404 404 404 open open';
const GOD = 'login confirm 404 404 404 404 open';

const WORDS: Record<string, string> = {
  '/account/confirm': 'confirm',
  '/advertiser/campaigns': 'campaigns',
  '/webmaster/sites': 'sites',
  '/admin/moderation': 'queue',
};

/** Every route of product.md section 2, and the further ones of pages.md. */
const TABLE: [string, string][] = [
  // Route                                nobody unconfirmed advertiser webmaster both sales god
  ['/', 'open open campaigns sites campaigns queue queue'],
  ['/account', USER],
  ['/advertiser', 'open open campaigns open campaigns open open'],
  ['/apiDoc', OPEN],
  ['/confirm', OPEN],
  ['/helpCenter', OPEN],
  ['/helpCenter/first-campaign', OPEN],
  ['/logout', OPEN],
  ['/singup', GUEST],
  ['/webmaster', 'open open open sites sites open open'],
  ['/about', OPEN],
  ['/faq', OPEN],
  ['/adsamples', OPEN],
  ['/contacts', OPEN],
  ['/premium', OPEN],
  ['/telegram', OPEN],
  ['/account/login', GUEST],
  ['/account/conditions', OPEN],
  ['/account/confirm', CONFIRM],
  ['/account/change/confirm', OPEN],
  ['/account/cookies', OPEN],
  ['/account/legitimate-interest', OPEN],
  ['/account/privacy', OPEN],
  ['/account/password/reset', GUEST],
  [`/account/password/reset/${UUID}`, GUEST],
  ['/advertiser/all-medias', ADVERTISER],
  ['/advertiser/push-medias', ADVERTISER],
  ['/advertiser/campaigns', ADVERTISER],
  ['/advertiser/campaigns/create', ADVERTISER],
  ['/advertiser/campaigns/campaign-formats', ADVERTISER],
  ['/advertiser/finance', ADVERTISER],
  ['/advertiser/statistics', ADVERTISER],
  ['/advertiser/statistics/push', ADVERTISER],
  [campaign, ADVERTISER],
  [`${campaign}/edit`, ADVERTISER],
  [`${campaign}/sources`, ADVERTISER],
  [`${campaign}/groups`, ADVERTISER],
  [`${campaign}/groups/create`, ADVERTISER],
  [group, ADVERTISER],
  [`${group}/edit`, ADVERTISER],
  [`${group}/medias`, ADVERTISER],
  [`${group}/medias/create`, ADVERTISER],
  [`${group}/medias/edit`, ADVERTISER],
  [`${group}/medias/edit/9`, ADVERTISER],
  [`${group}/medias/create/article`, ADVERTISER],
  [`${group}/medias/create/native`, ADVERTISER],
  [`${group}/medias/create/text`, ADVERTISER],
  ['/advertiser/campaigns/push', ADVERTISER],
  ['/advertiser/campaigns/push/create', ADVERTISER],
  [push, ADVERTISER],
  [`${push}/copy`, ADVERTISER],
  [`${push}/edit`, ADVERTISER],
  [`${push}/medias`, ADVERTISER],
  [`${push}/medias/create`, ADVERTISER],
  [`${push}/medias/${UUID}/copy`, ADVERTISER],
  [`${push}/medias/${UUID}/edit`, ADVERTISER],
  ['/webmaster/finance', WEBMASTER],
  ['/webmaster/finance/payments', WEBMASTER],
  ['/webmaster/finance/wallets', WEBMASTER],
  ['/webmaster/referrals', WEBMASTER],
  ['/webmaster/sites', WEBMASTER],
  ['/webmaster/sites/create', WEBMASTER],
  ['/webmaster/statistics', WEBMASTER],
  ['/webmaster/sites/5', WEBMASTER],
  ['/webmaster/sites/5/edit', WEBMASTER],
  [blocks, WEBMASTER],
  [`${blocks}/constructor`, WEBMASTER],
  [`${blocks}/constructor/create/16`, WEBMASTER],
  [`${blocks}/constructor/edit/6`, WEBMASTER],
  ['/service/jwtAdmin', OPEN],
  ['/admin', STAFF],
  ['/admin/moderation', STAFF],
  ['/admin/users', STAFF],
  ['/admin/users/7', STAFF],
  ['/admin/audit-log', STAFF],
  ['/admin/messages', STAFF],
  ['/admin/texts', GOD],
  ['/admin/texts/privacy', GOD],
  ['/admin/mails', GOD],
  ['/admin/mails/4', GOD],
  ['/admin/system', GOD],
  ['/nothing', '404 404 404 404 404 404 404'],
];

/** Routes whose part of the product is not built yet: the guard knows them, and there is no page behind it. */
const NOT_BUILT = [
  '/advertiser/push-medias',
  '/advertiser/statistics/push',
  '/advertiser/campaigns/{campaignId}/sources',
  '/advertiser/campaigns/{campaignId}/groups/{groupId}/medias/create/article',
  '/advertiser/campaigns/{campaignId}/groups/{groupId}/medias/create/native',
  '/advertiser/campaigns/{campaignId}/groups/{groupId}/medias/create/text',
  '/advertiser/campaigns/{campaignId}/groups/{groupId}/medias/edit',
  '/advertiser/campaigns/push',
  '/advertiser/campaigns/push/create',
  '/advertiser/campaigns/push/{pushUUID}',
  '/advertiser/campaigns/push/{pushUUID}/copy',
  '/advertiser/campaigns/push/{pushUUID}/edit',
  '/advertiser/campaigns/push/{pushUUID}/medias',
  '/advertiser/campaigns/push/{pushUUID}/medias/create',
  '/advertiser/campaigns/push/{pushUUID}/medias/{mediaUUID}/copy',
  '/advertiser/campaigns/push/{pushUUID}/medias/{mediaUUID}/edit',
  '/webmaster/finance/payments',
  '/webmaster/finance/wallets',
  '/webmaster/referrals',
];

it('lets each role in where it belongs, and sends it on from elsewhere', () => {
  for (const [path, expected] of TABLE) {
    for (const prefix of ['', '/en']) {
      const found = Object.values(ROLES).map((visitor) => {
        const verdict = visit(prefix + (path === '/' && prefix ? '' : path), visitor);
        if (verdict === 'missing') return '404';
        return typeof verdict === 'string' ? verdict : (WORDS[verdict.go] ?? verdict.go);
      });
      expect(found.join(' '), prefix + path).toBe(expected);
    }
  }
});

it('has every page of the table once, and no page outside of it', () => {
  const inTable = TABLE.map(([path]) => pageOf(path)?.pattern).filter((pattern) => pattern !== undefined);
  const missing = ALL_PAGES.filter((page) => !inTable.includes(page.pattern) && page.access !== 'staff');
  expect(missing.map((page) => page.pattern)).toEqual([]);
});

it('guards every route that is built', () => {
  const built = [...tree.matchAll(/fullPath: '([^']+)'/g)].map((match) => (match[1] ?? '').replace(/(?<=.)\/$/, ''));
  const example = (path: string) =>
    path.replaceAll(/\$(\w+)/g, (_, name: string) => {
      if (name === 'templateType') return '16';
      return name.endsWith('UUID') ? UUID : name === 'token' || name === 'slug' ? 'abc' : '7';
    });
  const unguarded = built.filter((path) => pageOf(example(path)) === null);
  expect(unguarded).toEqual([]);
  const patterns = new Set(built.map((path) => pageOf(example(path))?.pattern));
  const missing = ALL_PAGES.filter((page) => page.access !== 'staff' && !patterns.has(page.pattern));
  expect(missing.map((page) => page.pattern).sort()).toEqual([...NOT_BUILT].sort());
});

it('takes a path whose parts cannot be right for none', () => {
  for (const path of [
    '/advertiser/campaigns/abc',
    '/advertiser/campaigns/0',
    '/advertiser/campaigns/-7',
    '/advertiser/campaigns/7.5',
    '/advertiser/campaigns/99999999999999999999',
    '/advertiser/campaigns/push/7',
    '/webmaster/sites/5/blocks/constructor/create/3',
    '/helpCenter/../etc',
    '/english',
    '/advertiser//campaigns',
  ]) {
    expect(visit(path, ROLES.both), path).toBe('missing');
  }
});

it('leaves it to the server to say what is wrong with a token', () => {
  expect(visit('/account/password/reset/damaged%3E.', null)).toBe('open');
});

it('sends active users to a safe redirect_to that they may open', () => {
  const sent = (path: string, redirectTo: unknown, visitor: Visitor) => {
    const verdict = visit(path, visitor, redirectTo);
    return typeof verdict === 'string' ? verdict : verdict.go;
  };
  const { nobody, unconfirmed, advertiser, both } = ROLES;
  expect(sent('/account/login', '/advertiser/finance?page=2#end', advertiser)).toBe('/advertiser/finance?page=2#end');
  expect(sent('/about', '/en/account', advertiser)).toBe('/account');
  expect(sent('/', '/webmaster/sites', both)).toBe('/webmaster/sites');
  // Not theirs, not safe, not there, or a page that acts by being opened: home.
  for (const bad of ['/webmaster/sites', '//evil.example', '/\\evil.example', '/nothing', '/logout', 7]) {
    expect(sent('/', bad, advertiser), String(bad)).toBe('/advertiser/campaigns');
  }
  expect(sent('/', '/service/jwtAdmin?jwt_token=x', ROLES.god)).toBe('/admin/moderation');
  expect(sent('/account/login', '/account', nobody)).toBe('open');
  expect(sent('/account/login', '/account', unconfirmed)).toBe('/account/confirm');
});

it('restores the wanted page instead of home, and only then', () => {
  const { advertiser, unconfirmed } = ROLES;
  const wanted = (path: string) => () => path;
  expect(visit('/account/login', advertiser, undefined, wanted('/advertiser/finance'))).toEqual({
    go: '/advertiser/finance',
  });
  expect(visit('/', advertiser, '/account', wanted('/advertiser/finance'))).toEqual({ go: '/account' });
  expect(visit('/', advertiser, undefined, wanted('/webmaster/sites'))).toEqual({ go: '/advertiser/campaigns' });
  expect(visit('/advertiser', advertiser, undefined, wanted('/account'))).toEqual({ go: '/advertiser/campaigns' });
  expect(visit('/advertiser/campaigns', advertiser, undefined, wanted('/account'))).toBe('open');
  expect(visit('/account/login', unconfirmed, undefined, wanted('/account'))).toEqual({ go: '/account/confirm' });
});

it('knows no other marks', () => {
  expect(() => judge('nobody' as Access, null)).toThrow(UnknownMiddleware);
  expect(() => judge('toString' as Access, null)).toThrow('Unknown middleware');
});

import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { createAppRouter } from '../router';
import { judge, UnknownMiddleware, type Visitor, visit } from './access';
import { declaredPages } from './declared';
import { type Access, KINDS, kindOf } from './pages';
import { NATIVE_FORMATS } from './statuses';

const router = createAppRouter(createMemoryHistory(), '/');
const { findPage: find } = router.options.context;
const PAGES = declaredPages(Object.values(router.routesById));

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

/** What stands for a part of each kind. */
const PARTS: Record<keyof typeof KINDS, string> = {
  id: '7',
  uuid: '0193508e-1c1d-7c6a-8000-9a52d1b0c0de',
  token: 'any.thing',
  format: '16',
  slug: 'first-campaign',
};

/** A path of a pattern such as `/admin/users/{userId:id}`. */
const pathOf = (pattern: string, part = (kind: keyof typeof KINDS) => PARTS[kind]) =>
  pattern.replaceAll(/\{\w+:(\w+)\}/g, (_, kind: keyof typeof KINDS) => part(kind));

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
  '/admin': 'queue',
};

/** What becomes of each role on a page for whom it says. */
const BY_ACCESS: Record<Access, string> = {
  // nobody unconfirmed advertiser webmaster both sales god
  public: OPEN,
  main: 'open open campaigns sites campaigns queue queue',
  guest: GUEST,
  confirm: CONFIRM,
  advertiser_entry: 'open open campaigns open campaigns open open',
  webmaster_entry: 'open open open sites sites open open',
  user: USER,
  advertiser: ADVERTISER,
  webmaster: WEBMASTER,
  staff: STAFF,
  god: GOD,
};

/** For whom pages are, beside the cabinets: there the first part of the address says it. */
const WHOSE: Record<string, Access> = {
  '/': 'main',
  '/account': 'user',
  '/account/login': 'guest',
  '/account/confirm': 'confirm',
  '/account/password/reset': 'guest',
  '/account/password/reset/{token:token}': 'guest',
  '/singup': 'guest',
  '/advertiser': 'advertiser_entry',
  '/webmaster': 'webmaster_entry',
  '/admin/texts': 'god',
  '/admin/texts/{textSlug:slug}': 'god',
  '/admin/mails': 'god',
  '/admin/mails/{mailId:id}': 'god',
  '/admin/quality': 'god',
  '/account/notices': 'user',
  '/admin/corrections': 'god',
  '/admin/payment-systems': 'god',
  '/admin/payouts': 'god',
  '/admin/promo-codes': 'god',
  '/admin/wallets': 'god',
  '/admin/ledger': 'god',
  '/admin/ledger/{transactionId:id}': 'god',
  '/admin/system': 'god',
  '/admin/settings': 'god',
};

const CABINETS: Record<string, Access> = { advertiser: 'advertiser', webmaster: 'webmaster', admin: 'staff' };

/** Addresses where no page is: below each, and beside them. */
const NOWHERE = [
  '/nothing',
  '/About',
  '/advertiser/nothing',
  ...PAGES.map(({ pattern }) => `${pathOf(pattern).replace(/\/$/, '')}/nothing/here`),
];

it('knows for whom each page is', () => {
  for (const { pattern, access } of PAGES) {
    expect(access, pattern).toBe(WHOSE[pattern] ?? CABINETS[pattern.split('/')[1] ?? ''] ?? 'public');
  }
  const patterns = PAGES.map((page) => page.pattern);
  expect(Object.keys(WHOSE).filter((pattern) => !patterns.includes(pattern))).toEqual([]);
  expect(new Set(patterns).size).toBe(patterns.length);
});

it('lets each role in where it belongs, and sends it on from elsewhere', () => {
  const table = [
    ...PAGES.map((page) => [pathOf(page.pattern), BY_ACCESS[page.access]] as const),
    ...NOWHERE.map((path) => [path, '404 404 404 404 404 404 404'] as const),
  ];
  for (const [path, expected] of table) {
    for (const prefix of ['', '/en']) {
      const found = Object.values(ROLES).map((visitor) => {
        const verdict = visit(find(prefix + (path === '/' && prefix ? '' : path)), visitor);
        if (verdict === 'missing') return '404';
        return typeof verdict === 'string' ? verdict : (WORDS[verdict.go] ?? verdict.go);
      });
      expect(found.join(' '), prefix + path).toBe(expected);
    }
  }
});

it('takes a path whose parts cannot be right for none', () => {
  const wrong: Record<keyof typeof KINDS, string[]> = {
    id: ['abc', '0', '-7', '07', '7.5', '9223372036854775808', '7%20', '٧'],
    uuid: ['7', 'g193508e-1c1d-7c6a-8000-9a52d1b0c0de'],
    token: [],
    format: ['3', 'banner'],
    slug: ['%3Cb%3E', 'a b', '%E0%A4%A'],
  };
  for (const { pattern } of PAGES) {
    for (const [kind, parts] of Object.entries(wrong)) {
      if (!pattern.includes(`:${kind}}`)) continue;
      for (const part of parts) {
        const path = pathOf(pattern, (other) => (other === kind ? part : PARTS[other]));
        expect(find(path), path).toBeNull();
      }
    }
  }
  for (const path of ['/helpCenter/../etc', '/english', '/advertiser//campaigns', '/advertiser/campaigns/7/edit/8']) {
    expect(find(path), path).toBeNull();
  }
});

it('knows what a part of an address is by its name', () => {
  const kinds = ['siteId', 'mediaUUID', 'token', 'templateType', 'slug', 'textSlug', 'page'].map(kindOf);
  expect(kinds).toEqual(['id', 'uuid', 'token', 'format', 'slug', 'slug', null]);
  for (const format of ['0', '3', '32', ...Object.keys(NATIVE_FORMATS)])
    expect(KINDS.format.test(format)).toBe(format in NATIVE_FORMATS);
  expect(KINDS.uuid.test(PARTS.uuid)).toBe(true);
});

it('refuses a page that does not say what it is', () => {
  const route = (to: string, staticData?: object) => ({ id: to, to, options: staticData ? { staticData } : {} });
  expect(() => declaredPages([route('/new')])).toThrow('/new is a page');
  expect(() => declaredPages([route('/new/$thing', { access: 'user' })])).toThrow('$thing says not what it is');
});

it('leaves it to the server to say what is wrong with a token', () => {
  expect(visit(find('/account/password/reset/damaged%3E.'), null)).toBe('open');
});

it('sends active users to a safe redirect_to that they may open', () => {
  const sent = (path: string, redirectTo: unknown, visitor: Visitor) => {
    const verdict = visit(find(path), visitor, { find, redirectTo });
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
  expect(sent('/', '/service/jwtAdmin?jwt_token=x', ROLES.god)).toBe('/admin');
  expect(sent('/account/login', '/account', nobody)).toBe('open');
  expect(sent('/account/login', '/account', unconfirmed)).toBe('/account/confirm');
});

it('restores the wanted page instead of home, and only then', () => {
  const { advertiser, unconfirmed } = ROLES;
  const ends = (path: string, visitor: Visitor, wanted: string, redirectTo?: string) =>
    visit(find(path), visitor, { find, redirectTo, wanted: () => wanted });
  expect(ends('/account/login', advertiser, '/advertiser/finance')).toEqual({ go: '/advertiser/finance' });
  expect(ends('/', advertiser, '/advertiser/finance', '/account')).toEqual({ go: '/account' });
  expect(ends('/', advertiser, '/webmaster/sites')).toEqual({ go: '/advertiser/campaigns' });
  expect(ends('/advertiser', advertiser, '/account')).toEqual({ go: '/advertiser/campaigns' });
  expect(ends('/advertiser/campaigns', advertiser, '/account')).toBe('open');
  expect(ends('/account/login', unconfirmed, '/account')).toEqual({ go: '/account/confirm' });
});

it('knows no other marks', () => {
  expect(() => judge('nobody' as Access, null)).toThrow(UnknownMiddleware);
  expect(() => judge('toString' as Access, null)).toThrow('Unknown middleware');
});

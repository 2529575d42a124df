/** Every page of the product, as the application declares it. */
import { readFileSync } from 'node:fs';

/** Who opens a page. */
export type Role = 'nobody' | 'unconfirmed' | 'advertiser' | 'webmaster' | 'sales' | 'god';

/** One address with what the demo network has for its parts. */
export interface KnownRoute {
  /** As in `/admin/users/{userId}`. */
  pattern: string;
  /** What is opened. */
  path: string;
  /** Who opens it; `nobody` for pages that are read without a login. */
  as: Role;
  /** It says the same to everybody, is in the sitemap and drawn before any script; `public.spec.ts` looks at it. */
  isText?: boolean;
  /** It stands outside of the frame of pages, and no link of the application leads there: it is opened at its address. */
  isAlone?: boolean;
  /** What its heading says once it is drawn whole. */
  heading?: string;
  /** Where it leads when it is not a page to stay on. */
  to?: RegExp;
}

/** What `web/dist/pages.json` says of a page. */
interface Declared {
  /** As in `/admin/users/{userId:id}`. */
  pattern: string;
  access: string;
  drawn?: { isArticle: boolean; isListed: boolean };
}

const UUID = '01900000-0000-7000-8000-000000000001';

/** What the demo network has for parts of addresses; a page with another part has no example there. */
const PARTS: Record<string, string> = {
  campaignId: '1',
  groupId: '1',
  mediaId: '1',
  siteId: '1',
  blockId: '1',
  userId: '1',
  transactionId: '1',
  templateType: '16',
  textSlug: 'privacy',
  token: UUID,
  // What has an outer name gets another one in each network: it is asked for as the run begins.
  ...(process.env.E2E_PUSH ? { pushUUID: process.env.E2E_PUSH, mediaUUID: process.env.E2E_PUSH_MEDIA ?? '' } : {}),
};

/** Who opens pages that are not for everybody. */
const WHO: Record<string, Role> = {
  confirm: 'unconfirmed',
  user: 'advertiser',
  advertiser: 'advertiser',
  webmaster: 'webmaster',
  staff: 'god',
  god: 'god',
};

/** What differs from a page that is opened at its address and stays there. */
const SPECIAL: Record<string, Partial<KnownRoute>> = {
  '/singup': { path: '/singup?role=webmaster' },
  '/account/password/reset/{token}': { heading: 'This link does not work' },
  '/confirm': { heading: 'This link does not work' },
  '/service/jwtAdmin': { heading: 'This link does not hold' },
  '/webmaster/onPage/{blockId}': { isAlone: true },
  '/logout': { to: /\/(en\/?)?$/ },
};

const route = (as: Role, pattern: string, more: Partial<KnownRoute> = {}): KnownRoute => ({
  as,
  pattern,
  path: pattern.replaceAll(/\{(\w+)\}/g, (part, name: string) => PARTS[name] ?? part),
  ...more,
});

const file = new URL('../../web/dist/pages.json', import.meta.url);
const { pages } = JSON.parse(readFileSync(file, 'utf8')) as { pages: Declared[] };

/** The pages that the application declares and the demo network has an example of. */
export const ROUTES: readonly KnownRoute[] = [
  ...pages.map(({ pattern, access, drawn }) => {
    const named = pattern.replaceAll(/:\w+\}/g, '}');
    const isText = drawn?.isListed && access !== 'guest' && !drawn.isArticle;
    return route(WHO[access] ?? 'nobody', named, { ...(isText ? { isText } : {}), ...SPECIAL[named] });
  }),
]
  .filter(({ path }) => !path.includes('{'))
  // Last, what leads elsewhere: it ends the session that the table opens pages with.
  .sort((a, b) => Number(Boolean(a.to)) - Number(Boolean(b.to)));

/** Where a visit ends. */
interface Ends {
  /** At home, asked for at its address. */
  home: string;
  /** A page that this role has not, and where that one ends: a page of another cabinet stays, and says that there is none. */
  foreign: readonly [path: string, ends: string];
}

/** Two visits of each role. */
export const BY_ROLE: Readonly<Record<Role, Ends>> = {
  nobody: { home: '/', foreign: ['/advertiser/campaigns', '/account/login'] },
  unconfirmed: { home: '/', foreign: ['/webmaster/sites', '/account/confirm'] },
  advertiser: { home: '/advertiser/campaigns', foreign: ['/webmaster/sites', '404'] },
  webmaster: { home: '/webmaster/sites', foreign: ['/admin/users', '404'] },
  sales: { home: '/admin', foreign: ['/advertiser/campaigns', '404'] },
  god: { home: '/admin', foreign: ['/webmaster/sites', '404'] },
};

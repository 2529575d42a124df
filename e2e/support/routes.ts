/** Every address of the product, as its list names them, and the few that stand beside it. */

/** Who opens a page. */
export type Role = 'nobody' | 'unconfirmed' | 'advertiser' | 'webmaster' | 'sales' | 'god';

/** One address with what the demo network has for its parts. */
export interface KnownRoute {
  /** As the product's list has it. */
  pattern: string;
  /** What is opened. */
  path: string;
  /** Who opens it; `nobody` for pages that are read without a login. */
  as: Role;
  /** It says the same to everybody, is in the sitemap and drawn before any script; `public.spec.ts` looks at it. */
  isText?: boolean;
  /** The part that builds it, where it is not built yet: then the address answers like any other unknown one. */
  later?: string;
  /** What its heading says once it is drawn whole. */
  heading?: string;
  /** Where it leads when it is not a page to stay on. */
  to?: RegExp;
}

const UUID = '01900000-0000-7000-8000-000000000001';

const route = (as: Role, pattern: string, more: Partial<KnownRoute> = {}): KnownRoute => ({
  as,
  pattern,
  path: pattern
    .replace('{campaignId}', '1')
    .replace('{groupId}', '1')
    .replace('{mediaId}', '1')
    .replace('{siteId}', '1')
    .replace('{blockId}', '1')
    .replace('{templateType}', '16')
    .replace('{pushUUID}', UUID)
    .replace('{mediaUUID}', UUID)
    .replace('{token}', UUID),
  ...more,
});

const text = (pattern: string): KnownRoute => route('nobody', pattern, { isText: true });

const campaign = '/advertiser/campaigns/{campaignId}';
const group = `${campaign}/groups/{groupId}`;
const push = '/advertiser/campaigns/push';
const site = '/webmaster/sites/{siteId}';
const PUSH = 'push campaigns';
const PAYOUTS = 'payouts';
const SOURCES = 'sources and bulk work';

/** The list. What begins with `later` is not built, and nothing stands in for it. */
export const ROUTES: readonly KnownRoute[] = [
  text('/'),
  text('/advertiser'),
  text('/webmaster'),
  text('/apiDoc'),
  route('nobody', '/confirm'),
  route('nobody', '/account/change/confirm'),
  text('/helpCenter'),
  route('nobody', '/singup', { path: '/singup?role=webmaster' }),
  text('/about'),
  text('/faq'),
  text('/adsamples'),
  text('/contacts'),
  text('/premium'),
  text('/telegram'),
  route('nobody', '/account/login'),
  text('/account/conditions'),
  text('/account/cookies'),
  text('/account/legitimate-interest'),
  text('/account/privacy'),
  route('nobody', '/account/password/reset'),
  route('nobody', '/account/password/reset/{token}', { heading: 'This link does not work' }),
  route('nobody', '/service/jwtAdmin'),
  route('unconfirmed', '/account/confirm'),
  route('advertiser', '/account'),
  route('advertiser', '/advertiser/all-medias'),
  route('advertiser', '/advertiser/push-medias', { later: PUSH }),
  route('advertiser', '/advertiser/campaigns'),
  route('advertiser', '/advertiser/campaigns/create'),
  route('advertiser', '/advertiser/campaigns/campaign-formats'),
  route('advertiser', '/advertiser/finance'),
  route('advertiser', '/advertiser/statistics'),
  route('advertiser', '/advertiser/statistics/push', { later: PUSH }),
  route('advertiser', campaign),
  route('advertiser', `${campaign}/edit`),
  route('advertiser', `${campaign}/sources`, { later: SOURCES }),
  route('advertiser', `${campaign}/groups`),
  route('advertiser', `${campaign}/groups/create`),
  route('advertiser', group),
  route('advertiser', `${group}/edit`),
  route('advertiser', `${group}/medias`),
  route('advertiser', `${group}/medias/create`),
  route('advertiser', `${group}/medias/edit`, { later: SOURCES }),
  route('advertiser', `${group}/medias/edit/{mediaId}`),
  route('advertiser', `${group}/medias/create/article`, { later: 'forms per format' }),
  route('advertiser', `${group}/medias/create/native`, { later: 'forms per format' }),
  route('advertiser', `${group}/medias/create/text`, { later: 'forms per format' }),
  route('advertiser', push, { later: PUSH }),
  route('advertiser', `${push}/create`, { later: PUSH }),
  route('advertiser', `${push}/{pushUUID}`, { later: PUSH }),
  route('advertiser', `${push}/{pushUUID}/copy`, { later: PUSH }),
  route('advertiser', `${push}/{pushUUID}/edit`, { later: PUSH }),
  route('advertiser', `${push}/{pushUUID}/medias`, { later: PUSH }),
  route('advertiser', `${push}/{pushUUID}/medias/create`, { later: PUSH }),
  route('advertiser', `${push}/{pushUUID}/medias/{mediaUUID}/copy`, { later: PUSH }),
  route('advertiser', `${push}/{pushUUID}/medias/{mediaUUID}/edit`, { later: PUSH }),
  route('webmaster', '/webmaster/finance'),
  route('webmaster', '/webmaster/finance/payments', { later: PAYOUTS }),
  route('webmaster', '/webmaster/finance/wallets', { later: PAYOUTS }),
  route('webmaster', '/webmaster/referrals', { later: PAYOUTS }),
  route('webmaster', '/webmaster/sites'),
  route('webmaster', '/webmaster/sites/create'),
  route('webmaster', '/webmaster/statistics'),
  route('webmaster', site),
  route('webmaster', `${site}/edit`),
  route('webmaster', `${site}/blocks`),
  route('webmaster', `${site}/blocks/constructor`),
  route('webmaster', `${site}/blocks/constructor/create/{templateType}`),
  route('webmaster', `${site}/blocks/constructor/edit/{blockId}`),
  route('god', '/admin/moderation'),
  route('god', '/admin/users'),
  route('god', '/admin/users/{id}', { path: '/admin/users/1' }),
  route('god', '/admin/audit-log'),
  route('god', '/admin/mails'),
  route('god', '/admin/messages'),
  route('god', '/admin/system'),
  route('god', '/admin/texts'),
  route('god', '/admin/texts/{slug}', { path: '/admin/texts/privacy' }),
  // Last: it ends the session that the table opens pages with.
  route('nobody', '/logout', { to: /\/(en\/?)?$/ }),
];

/** What becomes of a visit: the path on which it ends, or `404`. */
type Ends = string;

/** Five addresses for everybody. */
export const BY_ROLE: readonly { path: string; ends: Record<Role, Ends> }[] = [
  {
    path: '/',
    ends: {
      nobody: '/',
      unconfirmed: '/',
      advertiser: '/advertiser/campaigns',
      webmaster: '/webmaster/sites',
      sales: '/admin/moderation',
      god: '/admin/moderation',
    },
  },
  {
    path: '/account/login',
    ends: {
      nobody: '/account/login',
      unconfirmed: '/account/confirm',
      advertiser: '/advertiser/campaigns',
      webmaster: '/webmaster/sites',
      sales: '/admin/moderation',
      god: '/admin/moderation',
    },
  },
  {
    path: '/advertiser/campaigns',
    ends: {
      nobody: '/account/login',
      unconfirmed: '/account/confirm',
      advertiser: '/advertiser/campaigns',
      webmaster: '404',
      sales: '404',
      god: '404',
    },
  },
  {
    path: '/webmaster/sites',
    ends: {
      nobody: '/account/login',
      unconfirmed: '/account/confirm',
      advertiser: '404',
      webmaster: '/webmaster/sites',
      sales: '404',
      god: '404',
    },
  },
  {
    path: '/admin/users',
    ends: {
      nobody: '/account/login',
      unconfirmed: '/account/confirm',
      advertiser: '404',
      webmaster: '404',
      sales: '/admin/users',
      god: '/admin/users',
    },
  },
];

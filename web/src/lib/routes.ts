import { splitPath } from './locale';

/**
 * Who gets to a page. `guest`: only who is not logged in. `main`: the same, but open to the unconfirmed. `confirm`: only
 * the unconfirmed. `advertiser_entry`, `webmaster_entry`: a public page, and the way into the cabinet for who has one.
 */
export type Access =
  | 'public'
  | 'guest'
  | 'main'
  | 'confirm'
  | 'advertiser_entry'
  | 'webmaster_entry'
  | 'user'
  | 'advertiser'
  | 'webmaster'
  | 'god'
  | 'staff';

/** What may stand for a part in braces; a path that breaks it has no page. */
const PARAMS: Record<string, RegExp> = {
  id: /^[1-9]\d{0,18}$/,
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  // The server says what is wrong with one: a mail program may have glued something to it.
  token: /^.+$/,
  format: /^(?:1|2|4|8|16)$/,
  slug: /^[\w-]{1,100}$/,
  rest: /^[\w.-]{1,100}$/,
};

const campaign = '/advertiser/campaigns/{campaignId:id}';
const group = `${campaign}/groups/{groupId:id}`;
const push = '/advertiser/campaigns/push';
const site = '/webmaster/sites/{siteId:id}';

/** Every page, by who gets in: `{name:kind}` is a part that differs. The first that fits counts. */
const PAGES: readonly (readonly [Access, readonly string[]])[] = [
  ['main', ['/']],
  ['guest', ['/account/login', '/singup', '/account/password/reset', '/account/password/reset/{token:token}']],
  ['confirm', ['/account/confirm']],
  ['advertiser_entry', ['/advertiser']],
  ['webmaster_entry', ['/webmaster']],
  [
    'public',
    [
      '/about',
      '/faq',
      '/adsamples',
      '/apiDoc',
      '/contacts',
      '/helpCenter',
      '/helpCenter/{slug:slug}',
      '/premium',
      '/telegram',
      '/logout',
      '/account/conditions',
      '/account/cookies',
      '/account/legitimate-interest',
      '/account/privacy',
      // Links of mails: redeemed first, for whoever opens them; their pages send on afterwards.
      '/confirm',
      '/account/change/confirm',
      '/service/jwtAdmin',
    ],
  ],
  ['user', ['/account']],
  [
    'advertiser',
    [
      '/advertiser/all-medias',
      '/advertiser/push-medias',
      '/advertiser/finance',
      '/advertiser/statistics',
      '/advertiser/statistics/push',
      '/advertiser/campaigns',
      '/advertiser/campaigns/create',
      '/advertiser/campaigns/campaign-formats',
      push,
      `${push}/create`,
      `${push}/{pushUUID:uuid}`,
      `${push}/{pushUUID:uuid}/copy`,
      `${push}/{pushUUID:uuid}/edit`,
      `${push}/{pushUUID:uuid}/medias`,
      `${push}/{pushUUID:uuid}/medias/create`,
      `${push}/{pushUUID:uuid}/medias/{mediaUUID:uuid}/copy`,
      `${push}/{pushUUID:uuid}/medias/{mediaUUID:uuid}/edit`,
      campaign,
      `${campaign}/edit`,
      `${campaign}/sources`,
      `${campaign}/groups`,
      `${campaign}/groups/create`,
      group,
      `${group}/edit`,
      `${group}/medias`,
      `${group}/medias/create`,
      `${group}/medias/create/article`,
      `${group}/medias/create/native`,
      `${group}/medias/create/text`,
      `${group}/medias/edit`,
      `${group}/medias/edit/{mediaId:id}`,
    ],
  ],
  [
    'webmaster',
    [
      '/webmaster/finance',
      '/webmaster/finance/payments',
      '/webmaster/finance/wallets',
      '/webmaster/referrals',
      '/webmaster/statistics',
      '/webmaster/sites',
      '/webmaster/sites/create',
      site,
      `${site}/edit`,
      `${site}/blocks`,
      `${site}/blocks/constructor`,
      `${site}/blocks/constructor/create/{templateType:format}`,
      `${site}/blocks/constructor/edit/{blockId:id}`,
    ],
  ],
  [
    'god',
    ['/admin/texts', '/admin/texts/{textSlug:slug}', '/admin/mails', '/admin/mails/{mailId:id}', '/admin/system'],
  ],
  [
    'staff',
    ['/admin', '/admin/{page:rest}', '/admin/{page:rest}/{part:rest}', '/admin/{page:rest}/{part:rest}/{more:rest}'],
  ],
];

/** A page of the application. */
export interface Page {
  /** As in `advertiser-campaigns`: the path's parts; of a part that differs its name; `index` for the home page. */
  name: string;
  /** As in `/advertiser/campaigns/{campaignId}`. */
  pattern: string;
  access: Access;
}

interface Entry extends Page {
  parts: readonly (string | RegExp)[];
}

function entry(access: Access, given: string): Entry {
  const names: string[] = [];
  const parts = given
    .split('/')
    .slice(1)
    .map((part) => {
      const found = /^\{(\w+):(\w+)\}$/.exec(part);
      names.push(found?.[1] ?? part);
      return found ? (PARAMS[found[2] ?? ''] ?? /^$/) : part;
    });
  return {
    name: given === '/' ? 'index' : names.join('-'),
    pattern: given.replaceAll(/:\w+\}/g, '}'),
    access,
    parts,
  };
}

const ENTRIES: readonly Entry[] = PAGES.flatMap(([access, patterns]) =>
  patterns.map((pattern) => entry(access, pattern)),
);

/** All pages, in the order in which they are looked up. */
export const ALL_PAGES: readonly Page[] = ENTRIES;

/** The page at a path with or without the locale's prefix; null when there is none or one of its parts cannot be right. */
export function pageOf(path: string): Page | null {
  const rest = splitPath(path).rest.replace(/(?<=.)\/$/, '');
  const parts = rest.split('/').slice(1);
  return (
    ENTRIES.find(
      (page) =>
        page.parts.length === parts.length &&
        page.parts.every((part, index) => {
          const given = parts[index] ?? '';
          return typeof part === 'string' ? part === given : part.test(given);
        }),
    ) ?? null
  );
}

/** The name of the page at a path, such as `index`, `account-confirm`, `advertiser-campaigns`; null when there is none. */
export function routeName(path: string): string | null {
  return pageOf(path)?.name ?? null;
}

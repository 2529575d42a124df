/** Tags of the API in the order of the page. Others follow under their own names. */
export const SECTIONS: readonly { tag: string; title: string; text: string }[] = [
  {
    tag: 'auth',
    title: 'Log in',
    text: 'For people and applications that know a password. No API token may call these.',
  },
  {
    tag: 'account',
    title: 'Account',
    text: 'Your own account and what keeps it safe. API tokens with `account:read` read the profile; the rest needs a login.',
  },
  {
    tag: 'advertiser',
    title: 'Campaigns, groups, ads',
    text: 'What an advertiser has; others get 403. Scopes of API tokens: `advertiser:read`, `advertiser:write`.',
  },
  {
    tag: 'push',
    title: 'Push campaigns and push ads',
    text: 'Campaigns and ads that go to subscribers, named by UUID. Lists take `limit` and `offset`. Scopes of API tokens: `advertiser:read`, `advertiser:write`.',
  },
  {
    tag: 'webmaster',
    title: 'Sites and blocks',
    text: 'What a webmaster has; others get 403. Scopes of API tokens: `webmaster:read`, `webmaster:write`.',
  },
  {
    tag: 'cashbox',
    title: 'Payment systems and rates',
    text: 'How money comes in and goes out, what it costs, and what currencies are worth in dollars. Whoever is logged in may ask.',
  },
  {
    tag: 'payment',
    title: 'Payments',
    text: 'Where an advertiser pays, and what gateways tell of payments: their calls are signed instead of logged in.',
  },
  {
    tag: 'stats',
    title: 'Statistics',
    text: 'One question for each role: groups, filters, period, order, page. What a role may not see cannot be asked. Scope of API tokens: `statistics:read`; of the network’s own: `admin:read`.',
  },
  {
    tag: 'targeting',
    title: 'Lists for targeting',
    text: 'The numbers that stand in campaigns, groups and sites. Every API token may ask.',
  },
  {
    tag: 'delivery',
    title: 'Delivery and conversions',
    text: 'What the script on pages, clicks and trackers call. No token is needed.',
  },
  {
    tag: 'system',
    title: 'System',
    text: 'Macros, public settings and texts, the contact form, the state of the server.',
  },
  {
    tag: 'admin',
    title: 'Back office',
    text: 'For staff: god, and sales within their own clients. Scopes of their API tokens: `admin:read`, `admin:write`.',
  },
];

/** The anchor of a tag's section. */
export const anchorOf = (tag: string): string => `calls-${tag}`;

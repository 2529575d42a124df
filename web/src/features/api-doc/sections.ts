/** Tags of the API in the order of the page. Others follow under their own names. */
export const SECTIONS: readonly { tag: string; title: string; text: string }[] = [
  { tag: 'auth', title: 'Log in', text: 'Tokens for people and applications that know a password.' },
  { tag: 'account', title: 'Account', text: 'Your own account and what keeps it safe.' },
  { tag: 'advertiser', title: 'Campaigns, groups, ads', text: 'What an advertiser has. Others get 403.' },
  { tag: 'webmaster', title: 'Sites and blocks', text: 'What a webmaster has. Others get 403.' },
  {
    tag: 'stats',
    title: 'Statistics',
    text: 'One question for each role: groups, filters, period, order, page. What a role may not see cannot be asked.',
  },
  { tag: 'targeting', title: 'Lists for targeting', text: 'The numbers that stand in campaigns, groups and sites.' },
  { tag: 'delivery', title: 'Delivery and conversions', text: 'What the script on pages, clicks and trackers call.' },
  {
    tag: 'system',
    title: 'System',
    text: 'Macros, public settings and texts, the contact form, the state of the server.',
  },
  { tag: 'admin', title: 'Back office', text: 'For staff: god, and sales within their own clients.' },
];

/** The anchor of a tag's section. */
export const anchorOf = (tag: string): string => `calls-${tag}`;

// This file is made by tools/apigen/words.mjs.

/** What people read. What a personal API token may. */
export const SCOPE_LABELS = {
  'account:read': 'See your account',
  'advertiser:read': 'See campaigns, ads and the advertiser\'s balance',
  'advertiser:write': 'Change campaigns and ads',
  'webmaster:read': 'See sites, blocks and the webmaster\'s balance',
  'webmaster:write': 'Change sites and blocks',
  'statistics:read': 'See statistics',
  'admin:read': 'See the back office',
  'admin:write': 'Change the back office, but no money',
} as const;

/** What a personal API token may. */
export type ScopeName = keyof typeof SCOPE_LABELS;

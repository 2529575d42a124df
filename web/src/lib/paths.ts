/** Every address of the app that another page links to. A test holds them against the route tree. */
type Id = number | string;

export const paths = {
  login: () => '/account/login',
  logout: () => '/logout',
  signUp: () => '/singup',
  passwordReset: () => '/account/password/reset',
  setPassword: (token: Id) => `/account/password/reset/${token}`,
  /** Where a user waits whose address is not confirmed. */
  waiting: () => '/account/confirm',
  account: () => '/account',
  campaigns: () => '/advertiser/campaigns',
  campaignFormats: () => '/advertiser/campaigns/campaign-formats',
  campaignCreate: () => '/advertiser/campaigns/create',
  campaign: (campaign: Id) => `/advertiser/campaigns/${campaign}`,
  campaignEdit: (campaign: Id) => `/advertiser/campaigns/${campaign}/edit`,
  groups: (campaign: Id) => `/advertiser/campaigns/${campaign}/groups`,
  groupCreate: (campaign: Id) => `/advertiser/campaigns/${campaign}/groups/create`,
  group: (campaign: Id, group: Id) => `/advertiser/campaigns/${campaign}/groups/${group}`,
  groupEdit: (campaign: Id, group: Id) => `/advertiser/campaigns/${campaign}/groups/${group}/edit`,
  medias: (campaign: Id, group: Id) => `/advertiser/campaigns/${campaign}/groups/${group}/medias`,
  mediaCreate: (campaign: Id, group: Id) => `/advertiser/campaigns/${campaign}/groups/${group}/medias/create`,
  mediaEdit: (campaign: Id, group: Id, media: Id) =>
    `/advertiser/campaigns/${campaign}/groups/${group}/medias/edit/${media}`,
  allMedias: () => '/advertiser/all-medias',
  advertiserFinance: () => '/advertiser/finance',
  advertiserStatistics: () => '/advertiser/statistics',
  sites: () => '/webmaster/sites',
  site: (site: Id) => `/webmaster/sites/${site}`,
  blocks: (site: Id) => `/webmaster/sites/${site}/blocks`,
  blockCreate: (site: Id) => `/webmaster/sites/${site}/blocks/constructor`,
  siteCreate: () => '/webmaster/sites/create',
  siteEdit: (site: Id) => `/webmaster/sites/${site}/edit`,
  /** A template of the format can be named by `?template=`. */
  blockCreateFrom: (site: Id, format: Id) => `/webmaster/sites/${site}/blocks/constructor/create/${format}`,
  blockEdit: (site: Id, block: Id) => `/webmaster/sites/${site}/blocks/constructor/edit/${block}`,
  webmasterFinance: () => '/webmaster/finance',
  webmasterStatistics: () => '/webmaster/statistics',
  moderation: () => '/admin/moderation',
} as const;

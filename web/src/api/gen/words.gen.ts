// This file is made by tools/apigen/words.mjs.

/** The status of a native ad. */
export const AdStatus = {
  Processed: 1,
  Waiting: 2,
  Rejected: 3,
  Stopped: 4,
  Launched: 5,
  Archived: 6,
  InModeration: 21,
  OutOfBudget: 41,
  TimePaused: 42,
} as const;

/** The status of a native ad. */
export type AdStatus = (typeof AdStatus)[keyof typeof AdStatus];

/** What people read. The status of a native ad. */
export const AD_STATUS_LABELS: Readonly<Record<AdStatus, string>> = {
  1: 'Processed',
  2: 'Waiting for moderation',
  3: 'Rejected',
  4: 'Stopped',
  5: 'Launched',
  6: 'Archived',
  21: 'In moderation',
  41: 'Out of budget',
  42: 'Paused',
};

/** Those that are hidden. The status of a native ad. */
export const AD_STATUS_HIDDEN: readonly AdStatus[] = [6];

/** Those that are running. The status of a native ad. */
export const AD_STATUS_RUNNING: readonly AdStatus[] = [5, 41, 42];

/** Those that are switchable. The status of a native ad. */
export const AD_STATUS_SWITCHABLE: readonly AdStatus[] = [4, 5, 41, 42];

/** What people read. What advertisers group and filter by. */
export const ADVERTISER_DIMENSION_LABELS = {
  date: 'Date',
  hour: 'Hour',
  week: 'Week',
  month: 'Month',
  campaign: 'Campaign',
  group: 'Ad group',
  ad: 'Ad',
  site: 'Site',
  block: 'Block',
  template: 'Template',
  format: 'Format',
  target: 'Target',
  country: 'Country',
  region: 'Region',
  city: 'City',
  device: 'Device',
  os: 'System',
  browser: 'Browser',
  isp: 'Network',
  language: 'Language',
  traffic_source: 'Traffic source',
  offer: 'Offer',
  category: 'Category',
  verdict: 'Verdict',
} as const;

/** What advertisers group and filter by. */
export type AdvertiserDimensionName = keyof typeof ADVERTISER_DIMENSION_LABELS;

/** What people read. A figure that advertisers see. */
export const ADVERTISER_METRIC_LABELS = {
  shows_count: 'Shows',
  confirmed_shows_count: 'Viewable',
  clicks_count: 'Clicks',
  invalid_shows_count: 'Invalid shows',
  invalid_clicks_count: 'Invalid clicks',
  ctr: 'CTR',
  confirmed_ctr: 'CTR viewable',
  weight: 'Weight',
  money: 'Spent',
  bid: 'Bid',
  cpc: 'CPC',
  cpm: 'CPM',
  confirmed_cpm: 'CPM viewable',
  ecpm: 'eCPM',
  confirmed_ecpm: 'eCPM viewable',
  postbacks_count: 'All conversions',
  postbacks_hold_count: 'On hold',
  postbacks_approved_count: 'Approved',
  postbacks_rejected_count: 'Rejected',
  postbacks_money: 'Revenue of all',
  postbacks_hold_money: 'Revenue on hold',
  postbacks_approved_money: 'Revenue',
  postbacks_rejected_money: 'Revenue rejected',
  lead: 'Conversions',
  cr: 'CR',
  approve: 'Approval',
  epc: 'EPC',
  cpl: 'Cost per lead',
  roi_money: 'Profit',
  roi_percentage: 'ROI',
  ads_count: 'Ads',
} as const;

/** A figure that advertisers see. */
export type AdvertiserMetricName = keyof typeof ADVERTISER_METRIC_LABELS;

/** A reason for which an ad is rejected. */
export const BanReason = {
  Other: 1,
  Repeated: 2,
  TitleRepeated: 3,
  ProhibitedCategory: 4,
  ImageQuality: 5,
  ImageMisleading: 6,
  TitleDesign: 7,
  Fraud: 8,
  Dangerous: 9,
  TechnicalProblems: 10,
  Shocking: 11,
  Adult: 12,
  TitleErrors: 13,
  ImageRepeated: 14,
  Language: 15,
  LandingPolicies: 16,
  Malware: 17,
  BackButton: 18,
} as const;

/** A reason for which an ad is rejected. */
export type BanReason = (typeof BanReason)[keyof typeof BanReason];

/** What people read. A reason for which an ad is rejected. */
export const BAN_REASON_LABELS: Readonly<Record<BanReason, string>> = {
  1: 'Another reason',
  2: 'Repeated advertisement in the system',
  3: 'Title: repeated',
  4: 'Prohibited good & service categories',
  5: 'Image: invalid quality',
  6: 'Image: misleading in order to get attention',
  7: 'Title: invalid design',
  8: 'Fraud',
  9: 'Dangerous or offensive content',
  10: 'Technical problems',
  11: 'Shocking, disgusting elements in advertisement',
  12: '18+ content, goods, and services',
  13: 'Title: errors',
  14: 'Image: repeated',
  15: 'Invalid ad campaign language',
  16: 'Landing page: non-compliant with company policies',
  17: 'Malware or undesired software',
  18: 'Back button on the landing page',
};

/** The status of a block. */
export const BlockStatus = {
  Active: 1,
  Stopped: 2,
  Archived: 3,
} as const;

/** The status of a block. */
export type BlockStatus = (typeof BlockStatus)[keyof typeof BlockStatus];

/** What people read. The status of a block. */
export const BLOCK_STATUS_LABELS: Readonly<Record<BlockStatus, string>> = {
  1: 'Active',
  2: 'Stopped',
  3: 'Archived',
};

/** A browser. */
export const Browser = {
  Chrome: 1,
  Safari: 2,
  Firefox: 3,
  Edge: 4,
  Opera: 5,
  Samsung: 6,
  Yandex: 7,
  Uc: 8,
  WebView: 9,
  Vivaldi: 10,
  Brave: 11,
} as const;

/** A browser. */
export type Browser = (typeof Browser)[keyof typeof Browser];

/** What people read. A browser. */
export const BROWSER_LABELS: Readonly<Record<Browser, string>> = {
  1: 'Chrome',
  2: 'Safari',
  3: 'Firefox',
  4: 'Edge',
  5: 'Opera',
  6: 'Samsung Internet',
  7: 'Yandex Browser',
  8: 'UC Browser',
  9: 'In-app browser',
  10: 'Vivaldi',
  11: 'Brave',
};

/** The status of campaigns, groups and push ads. */
export const CampaignStatus = {
  Stopped: 1,
  Started: 2,
  Archived: 3,
  PausedByStaff: 4,
  DailyBudget: 5,
  Schedule: 6,
  TotalBudget: 7,
  AdvertiserBalance: 8,
  PausedByRule: 9,
  Moderation: 10,
  Declined: 11,
} as const;

/** The status of campaigns, groups and push ads. */
export type CampaignStatus = (typeof CampaignStatus)[keyof typeof CampaignStatus];

/** What people read. The status of campaigns, groups and push ads. */
export const CAMPAIGN_STATUS_LABELS: Readonly<Record<CampaignStatus, string>> = {
  1: 'Stopped',
  2: 'Started',
  3: 'Archived',
  4: 'Paused by staff',
  5: 'Daily budget',
  6: 'Schedule',
  7: 'Total budget',
  8: 'No balance',
  9: 'Paused',
  10: 'Moderation',
  11: 'Declined',
};

/** Those that are hidden. The status of campaigns, groups and push ads. */
export const CAMPAIGN_STATUS_HIDDEN: readonly CampaignStatus[] = [3];

/** Those that are running. The status of campaigns, groups and push ads. */
export const CAMPAIGN_STATUS_RUNNING: readonly CampaignStatus[] = [2, 5, 6, 7, 8, 9];

/** Those that are switchable. The status of campaigns, groups and push ads. */
export const CAMPAIGN_STATUS_SWITCHABLE: readonly CampaignStatus[] = [1, 2, 5, 6, 7, 8, 9, 10];

/** The kind of a campaign. */
export const CampaignType = {
  Native: 1,
  Push: 2,
} as const;

/** The kind of a campaign. */
export type CampaignType = (typeof CampaignType)[keyof typeof CampaignType];

/** What people read. The kind of a campaign. */
export const CAMPAIGN_TYPE_LABELS: Readonly<Record<CampaignType, string>> = {
  1: 'Native',
  2: 'Push',
};

/** A part of the world. */
export const CountryGroup = {
  Africa: 1,
  Asia: 2,
  Oceania: 3,
  Cis: 4,
  Europe: 5,
  NorthAmerica: 6,
  SouthAmerica: 7,
  Unknown: 8,
} as const;

/** A part of the world. */
export type CountryGroup = (typeof CountryGroup)[keyof typeof CountryGroup];

/** What people read. A part of the world. */
export const COUNTRY_GROUP_LABELS: Readonly<Record<CountryGroup, string>> = {
  1: 'Africa',
  2: 'Asia',
  3: 'Australia and Oceania',
  4: 'CIS',
  5: 'Europe',
  6: 'North America',
  7: 'South America',
  8: 'Unknown geo',
};

/** The unit in which an account shows and takes amounts. */
export const CurrencyUnit = {
  Dollar: 1,
  Cent: 2,
} as const;

/** The unit in which an account shows and takes amounts. */
export type CurrencyUnit = (typeof CurrencyUnit)[keyof typeof CurrencyUnit];

/** What people read. The unit in which an account shows and takes amounts. */
export const CURRENCY_UNIT_LABELS: Readonly<Record<CurrencyUnit, string>> = {
  1: 'Dollars',
  2: 'Cents',
};

/** A device type that can be chosen. */
export const DeviceType = {
  Desktop: 1,
  Tablet: 2,
  Mobile: 4,
} as const;

/** A device type that can be chosen. */
export type DeviceType = (typeof DeviceType)[keyof typeof DeviceType];

/** What people read. A device type that can be chosen. */
export const DEVICE_TYPE_LABELS: Readonly<Record<DeviceType, string>> = {
  1: 'Desktop',
  2: 'Tablet',
  4: 'Mobile phones',
};

/** A format of blocks and ads. */
export const Format = {
  Native: 1,
  Article: 2,
  Text: 4,
  LongText: 8,
  Teaser: 16,
} as const;

/** A format of blocks and ads. */
export type Format = (typeof Format)[keyof typeof Format];

/** What people read. A format of blocks and ads. */
export const FORMAT_LABELS: Readonly<Record<Format, string>> = {
  1: 'Native',
  2: 'Article',
  4: 'Text',
  8: 'Long text',
  16: 'Teaser',
};

/** Lengths of fields. A format of blocks and ads. */
export const FORMAT_LIMITS = {
  1: { full_text: { min: 0, max: 5000 }, short_description: { min: 0, max: 140 }, title: { min: 25, max: 75 } },
  2: { full_text: { min: 1, max: 5000 }, short_description: { min: 1, max: 140 }, title: { min: 1, max: 75 } },
  4: { full_text: { min: 0, max: 5000 }, short_description: { min: 1, max: 120 }, title: { min: 1, max: 60 } },
  8: { full_text: { min: 1, max: 1500 }, short_description: { min: 0, max: 140 }, title: { min: 1, max: 75 } },
  16: { full_text: { min: 0, max: 5000 }, short_description: { min: 0, max: 140 }, title: { min: 25, max: 75 } },
} as const;

/** What people read. A kind of mail. */
export const MAIL_KIND_LABELS = {
  confirm: 'Confirm the address',
  already_registered: 'Sign-up with an address that is taken',
  sign_up_again: 'Another sign-up before the address is confirmed',
  reset: 'Set a new password',
  email_change: 'Confirm a new address',
  email_change_asked: 'A new mail address was asked for',
  email_changed: 'The mail address was changed',
  password_changed: 'The password was changed',
  second_factor_changed: 'The second factor was changed',
  api_token_created: 'An API token was made',
  recovery_codes_replaced: 'The recovery codes were replaced',
  postback_secret_changed: 'The secret of postbacks was changed',
  new_device: 'Login from a new device',
  ad_approved: 'An ad was approved',
  ad_rejected: 'An ad was not approved',
  low_balance: 'The balance is below one day of spend',
  out_of_budget: 'A campaign has used up its budget',
} as const;

/** A kind of mail. */
export type MailKindName = keyof typeof MAIL_KIND_LABELS;

/** What people read. The state of a mail. */
export const MAIL_STATE_LABELS = {
  waiting: 'Waiting',
  sent: 'Sent',
  given_up: 'Given up',
} as const;

/** The state of a mail. */
export type MailStateName = keyof typeof MAIL_STATE_LABELS;

/** What people read. What a webmaster's balance moves by. */
export const MOVEMENT_LABELS = {
  earnings: 'Income',
  payout: 'Payout',
  correction: 'Correction',
  referral: 'Referral',
  fee: 'Fee',
} as const;

/** What a webmaster's balance moves by. */
export type MovementName = keyof typeof MOVEMENT_LABELS;

/** What a webmaster's balance moves by, as a number. */
export const MovementType = {
  Earnings: 0,
  Payout: 1,
  Correction: 2,
  Referral: 3,
  Fee: 4,
} as const;

/** What a webmaster's balance moves by, as a number. */
export type MovementType = (typeof MovementType)[keyof typeof MovementType];

/** What people read. What a webmaster's balance moves by, as a number. */
export const MOVEMENT_TYPE_LABELS: Readonly<Record<MovementType, string>> = {
  0: 'Income',
  1: 'Payout',
  2: 'Correction',
  3: 'Referral',
  4: 'Fee',
};

/** What people read. What staff group and filter by. */
export const NETWORK_DIMENSION_LABELS = {
  date: 'Date',
  hour: 'Hour',
  week: 'Week',
  month: 'Month',
  advertiser: 'Advertiser',
  campaign: 'Campaign',
  group: 'Ad group',
  ad: 'Ad',
  webmaster: 'Webmaster',
  site: 'Site',
  block: 'Block',
  template: 'Template',
  format: 'Format',
  target: 'Target',
  country: 'Country',
  region: 'Region',
  city: 'City',
  device: 'Device',
  os: 'System',
  browser: 'Browser',
  isp: 'Network',
  language: 'Language',
  traffic_source: 'Traffic source',
  offer: 'Offer',
  category: 'Category',
  verdict: 'Verdict',
  control: 'Control slice',
} as const;

/** What staff group and filter by. */
export type NetworkDimensionName = keyof typeof NETWORK_DIMENSION_LABELS;

/** What people read. A figure that staff see. */
export const NETWORK_METRIC_LABELS = {
  shows_count: 'Shows',
  confirmed_shows_count: 'Viewable',
  clicks_count: 'Clicks',
  invalid_shows_count: 'Invalid shows',
  invalid_clicks_count: 'Invalid clicks',
  ctr: 'CTR',
  confirmed_ctr: 'CTR viewable',
  weight: 'Weight',
  money: 'Spent',
  bid: 'Bid',
  cpc: 'CPC',
  cpm: 'CPM',
  confirmed_cpm: 'CPM viewable',
  ecpm: 'eCPM',
  confirmed_ecpm: 'eCPM viewable',
  postbacks_count: 'All conversions',
  postbacks_hold_count: 'On hold',
  postbacks_approved_count: 'Approved',
  postbacks_rejected_count: 'Rejected',
  postbacks_money: 'Revenue of all',
  postbacks_hold_money: 'Revenue on hold',
  postbacks_approved_money: 'Revenue',
  postbacks_rejected_money: 'Revenue rejected',
  lead: 'Conversions',
  cr: 'CR',
  approve: 'Approval',
  epc: 'EPC',
  cpl: 'Cost per lead',
  roi_money: 'Profit',
  roi_percentage: 'ROI',
  ads_count: 'Ads',
  money_web: 'Income',
  bid_web: 'Per click',
  cpm_web: 'CPM',
  confirmed_cpm_web: 'CPM viewable',
  ecpm_web: 'eCPM',
  confirmed_ecpm_web: 'eCPM viewable',
  webmaster_referral_money: 'Webmaster referral',
  advertiser_referral_money: 'Advertiser referral',
  margin_money: 'Margin',
} as const;

/** A figure that staff see. */
export type NetworkMetricName = keyof typeof NETWORK_METRIC_LABELS;

/** What people read. A kind of mail that can be switched off. */
export const NOTICE_LABELS = {
  ad_approved: 'An ad was approved',
  ad_rejected: 'An ad was not approved',
  low_balance: 'The balance is below one day of spend',
  out_of_budget: 'A campaign has used up its budget',
} as const;

/** A kind of mail that can be switched off. */
export type NoticeName = keyof typeof NOTICE_LABELS;

/** What an advertiser's balance moves by. */
export const OperationType = {
  TopUp: 1,
  NativeClicks: 2,
  PushClicks: 3,
  Correction: 4,
  Refund: 5,
  Bonus: 6,
} as const;

/** What an advertiser's balance moves by. */
export type OperationType = (typeof OperationType)[keyof typeof OperationType];

/** What people read. What an advertiser's balance moves by. */
export const OPERATION_TYPE_LABELS: Readonly<Record<OperationType, string>> = {
  1: 'Top-up',
  2: 'Clicks',
  3: 'Push clicks',
  4: 'Correction',
  5: 'Refund',
  6: 'Bonus',
};

/** An operating system. */
export const Os = {
  Windows: 1,
  MacOs: 2,
  Linux: 3,
  ChromeOs: 4,
  Android: 5,
  Ios: 6,
  IpadOs: 7,
  KaiOs: 8,
} as const;

/** An operating system. */
export type Os = (typeof Os)[keyof typeof Os];

/** What people read. An operating system. */
export const OS_LABELS: Readonly<Record<Os, string>> = {
  1: 'Windows',
  2: 'macOS',
  3: 'Linux',
  4: 'ChromeOS',
  5: 'Android',
  6: 'iOS',
  7: 'iPadOS',
  8: 'KaiOS',
};

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

/** The status of a site. */
export const SiteStatus = {
  Waiting: 1,
  Approved: 2,
  Rejected: 3,
  Blocked: 4,
  Archived: 5,
} as const;

/** The status of a site. */
export type SiteStatus = (typeof SiteStatus)[keyof typeof SiteStatus];

/** What people read. The status of a site. */
export const SITE_STATUS_LABELS: Readonly<Record<SiteStatus, string>> = {
  1: 'Waiting',
  2: 'Approved',
  3: 'Rejected',
  4: 'Blocked',
  5: 'Archived',
};

/** What a native campaign leads to. */
export const Target = {
  Commodity: 1,
  News: 2,
} as const;

/** What a native campaign leads to. */
export type Target = (typeof Target)[keyof typeof Target];

/** What people read. What a native campaign leads to. */
export const TARGET_LABELS: Readonly<Record<Target, string>> = {
  1: 'Commodity',
  2: 'News',
};

/** What people read. What a text is for. */
export const TEXT_KIND_LABELS = {
  policy: 'Policies',
  help: 'Help',
  page: 'Pages',
} as const;

/** What a text is for. */
export type TextKindName = keyof typeof TEXT_KIND_LABELS;

/** The status of an account. */
export const UserStatus = {
  Unconfirmed: 1,
  Blocked: 2,
  Active: 3,
  Deleted: 4,
} as const;

/** The status of an account. */
export type UserStatus = (typeof UserStatus)[keyof typeof UserStatus];

/** What people read. The status of an account. */
export const USER_STATUS_LABELS: Readonly<Record<UserStatus, string>> = {
  1: 'Unconfirmed',
  2: 'Blocked',
  3: 'Active',
  4: 'Deleted',
};

/** What a user may do beside their own cabinets. */
export const UserType = {
  Ordinary: 1,
  God: 12,
  Sales: 13,
} as const;

/** What a user may do beside their own cabinets. */
export type UserType = (typeof UserType)[keyof typeof UserType];

/** What people read. What a user may do beside their own cabinets. */
export const USER_TYPE_LABELS: Readonly<Record<UserType, string>> = {
  1: 'Ordinary',
  12: 'God',
  13: 'Sales',
};

/** Those that are staff. What a user may do beside their own cabinets. */
export const USER_TYPE_STAFF: readonly UserType[] = [12, 13];

/** What people read. The result of the validity rules for a click or a show. */
export const VERDICT_LABELS = {
  valid: 'valid',
  stale: 'stale',
  country_changed: 'country changed',
  os_changed: 'os changed',
  browser_changed: 'browser changed',
  bot: 'bot',
  hosting_network: 'hosting network',
  foreign_page: 'foreign page',
  prefetch: 'prefetch',
  not_shown: 'not shown',
  repeated_token: 'repeated token',
  repeated_visitor: 'repeated visitor',
  own_click: 'own click',
  rate_ten_minutes: 'rate ten minutes',
  rate_hour: 'rate hour',
  rate_day: 'rate day',
  too_fast: 'too fast',
  over_budget: 'over budget',
  voided: 'voided',
} as const;

/** The result of the validity rules for a click or a show. */
export type VerdictName = keyof typeof VERDICT_LABELS;

/** What people read. What webmasters group and filter by. */
export const WEBMASTER_DIMENSION_LABELS = {
  date: 'Date',
  hour: 'Hour',
  week: 'Week',
  month: 'Month',
  site: 'Site',
  block: 'Block',
  template: 'Template',
  format: 'Format',
  target: 'Target',
  country: 'Country',
  region: 'Region',
  city: 'City',
  device: 'Device',
  os: 'System',
  browser: 'Browser',
  isp: 'Network',
  language: 'Language',
  traffic_source: 'Traffic source',
  category: 'Category',
  verdict: 'Verdict',
} as const;

/** What webmasters group and filter by. */
export type WebmasterDimensionName = keyof typeof WEBMASTER_DIMENSION_LABELS;

/** What people read. A figure that webmasters see. */
export const WEBMASTER_METRIC_LABELS = {
  shows_count_web: 'Shows',
  confirmed_shows_count: 'Viewable',
  clicks_count: 'Clicks',
  invalid_shows_count: 'Invalid shows',
  invalid_clicks_count: 'Invalid clicks',
  ctr: 'CTR',
  confirmed_ctr_web: 'CTR viewable',
  money_web: 'Income',
  bid_web: 'Per click',
  cpm: 'CPM',
  confirmed_cpm_web: 'CPM viewable',
  ecpm: 'eCPM',
  confirmed_ecpm: 'eCPM viewable',
} as const;

/** A figure that webmasters see. */
export type WebmasterMetricName = keyof typeof WEBMASTER_METRIC_LABELS;

/** The limits of `AccountForm`. */
export const ACCOUNT_FORM_LIMITS = {
  email: { max: 254 },
  name: { max: 100 },
  phone: { max: 100 },
  skype: { max: 100 },
  telegram: { max: 100 },
} as const;

/** The limits of `AdForm`. */
export const AD_FORM_LIMITS = {
  bids: { max: 300 },
  brand: { max: 25 },
  crop_horizontal: { max: 23 },
  crop_square: { max: 23 },
  'frequency_cap[hours]': { min: 1, max: 720 },
  'frequency_cap[shows]': { min: 1, max: 255 },
  full_text: { max: 5000 },
  one_bid_for_all_geo: { max: 1000 },
  original_url: { max: 2048 },
  primary_source_url: { max: 2048 },
  short_description: { max: 140 },
  'supported_block_format_types[]': { min: 1, max: 5 },
  title: { max: 75 },
} as const;

/** The limits of `AdIds`. */
export const AD_IDS_LIMITS = {
  ids: { min: 1, max: 1000 },
} as const;

/** The limits of `AdsBid`. */
export const ADS_BID_LIMITS = {
  ids: { min: 1, max: 1000 },
  one_bid_for_all_geo: { max: 1000 },
} as const;

/** The limits of `AdsRequest`. */
export const ADS_REQUEST_LIMITS = {
  blocks: { max: 20 },
  on_page: { max: 200 },
  v: { min: 1, max: 1 },
} as const;

/** The limits of `AdsUrl`. */
export const ADS_URL_LIMITS = {
  ids: { min: 1, max: 1000 },
  original_url: { max: 2048 },
} as const;

/** The limits of `AdvertiserStatsRequest`. */
export const ADVERTISER_STATS_REQUEST_LIMITS = {
  count: { max: 10000 },
  groups: { max: 6 },
  page: { min: 1, max: 1000000 },
} as const;

/** The limits of `ApiTokenForm`. */
export const API_TOKEN_FORM_LIMITS = {
  name: { min: 1, max: 100 },
  scopes: { min: 1, max: 8 },
} as const;

/** The limits of `BlockForm`. */
export const BLOCK_FORM_LIMITS = {
  custom_styles: { max: 8192 },
  name: { min: 1, max: 200 },
  passback_html: { max: 10000 },
} as const;

/** The limits of `CampaignForm`. */
export const CAMPAIGN_FORM_LIMITS = {
  browsers: { max: 300 },
  campaign_type_id: { min: 1, max: 1 },
  categories: { max: 20 },
  cities: { max: 1000 },
  coefficients: { max: 1000 },
  countries: { max: 300 },
  countries_groups: { max: 300 },
  daily_money_limit: { min: 1, max: 1000000000 },
  device_types: { max: 300 },
  ip_targetings: { max: 100 },
  isps: { max: 500 },
  languages: { max: 300 },
  name: { min: 1, max: 200 },
  os: { max: 300 },
  regions: { max: 1000 },
  time_targeting: { min: 1, max: 168 },
  total_money_limit: { min: 1, max: 1000000000 },
} as const;

/** The limits of `CoefficientEntry`. */
export const COEFFICIENT_ENTRY_LIMITS = {
  value: { min: 0.2, max: 9 },
} as const;

/** The limits of `ContactForm`. */
export const CONTACT_FORM_LIMITS = {
  email: { max: 254 },
  message: { min: 1, max: 5000 },
  name: { min: 1, max: 100 },
  topic: { min: 1, max: 100 },
} as const;

/** The limits of `CopyBlocksForm`. */
export const COPY_BLOCKS_FORM_LIMITS = {
  blocks: { min: 1, max: 50 },
  sites: { min: 1, max: 50 },
} as const;

/** The limits of `CopyForm`. */
export const COPY_FORM_LIMITS = {
  name: { min: 1, max: 200 },
} as const;

/** The limits of `CountryBid`. */
export const COUNTRY_BID_LIMITS = {
  bid: { max: 1000 },
  country_code: { min: 2, max: 2 },
} as const;

/** The limits of `GroupForm`. */
export const GROUP_FORM_LIMITS = {
  blacklist_blocks: { max: 100 },
  blacklist_sites: { max: 100 },
  browsers: { max: 300 },
  categories: { max: 50 },
  cities: { max: 1000 },
  coefficients: { max: 1000 },
  countries: { max: 300 },
  countries_groups: { max: 300 },
  device_types: { max: 300 },
  ip_targetings: { max: 100 },
  isps: { max: 500 },
  languages: { max: 300 },
  name: { min: 1, max: 200 },
  os: { max: 300 },
  regions: { max: 1000 },
  time_targeting: { min: 1, max: 168 },
  whitelist_blocks: { max: 100 },
  whitelist_sites: { max: 100 },
} as const;

/** The limits of `IspIds`. */
export const ISP_IDS_LIMITS = {
  ids: { max: 500 },
} as const;

/** The limits of `NetworkStatsRequest`. */
export const NETWORK_STATS_REQUEST_LIMITS = {
  count: { max: 10000 },
  groups: { max: 6 },
  page: { min: 1, max: 1000000 },
} as const;

/** The limits of `NewPasswordForm`. */
export const NEW_PASSWORD_FORM_LIMITS = {
  password: { min: 8, max: 128 },
} as const;

/** The limits of `NoticesForm`. */
export const NOTICES_FORM_LIMITS = {
  off: { max: 17 },
} as const;

/** The limits of `PasswordResetForm`. */
export const PASSWORD_RESET_FORM_LIMITS = {
  email: { max: 254 },
} as const;

/** The limits of `RejectSiteForm`. */
export const REJECT_SITE_FORM_LIMITS = {
  comment: { min: 1, max: 1000 },
} as const;

/** The limits of `Rejection`. */
export const REJECTION_LIMITS = {
  comment: { max: 1000 },
  reasons: { min: 1, max: 18 },
} as const;

/** The limits of `ResendForm`. */
export const RESEND_FORM_LIMITS = {
  email: { max: 254 },
} as const;

/** The limits of `ShowsReport`. */
export const SHOWS_REPORT_LIMITS = {
  tokens: { max: 64 },
} as const;

/** The limits of `SignUpForm`. */
export const SIGN_UP_FORM_LIMITS = {
  email: { max: 254 },
  name: { max: 100 },
  password: { min: 8, max: 128 },
  phone: { max: 100 },
  skype: { max: 100 },
  telegram: { max: 100 },
} as const;

/** The limits of `SiteForm`. */
export const SITE_FORM_LIMITS = {
  allowed_categories: { max: 100 },
  domain: { max: 2048 },
  forbidden_categories: { max: 100 },
  metrics: { max: 10 },
  name: { max: 200 },
} as const;

/** The limits of `SiteMetric`. */
export const SITE_METRIC_LIMITS = {
  comment: { max: 1000 },
  password: { max: 200 },
  statistics_metrics: { min: 1, max: 50 },
  url: { max: 2048 },
} as const;

/** The limits of `StatsFilter`. */
export const STATS_FILTER_LIMITS = {
  in: { max: 1000 },
  not_in: { max: 1000 },
} as const;

/** The limits of `StylesForm`. */
export const STYLES_FORM_LIMITS = {
  custom_styles: { max: 8192 },
} as const;

/** The limits of `TextDraft`. */
export const TEXT_DRAFT_LIMITS = {
  body: { max: 100000 },
} as const;

/** The limits of `TextForm`. */
export const TEXT_FORM_LIMITS = {
  body: { min: 1, max: 100000 },
  description: { min: 1, max: 300 },
  title: { min: 1, max: 120 },
} as const;

/** The limits of `UserForm`. */
export const USER_FORM_LIMITS = {
  minimum_bid: { max: 100 },
  status_id: { min: 2, max: 3 },
  status_reason: { max: 500 },
} as const;

/** The limits of `WebmasterStatsRequest`. */
export const WEBMASTER_STATS_REQUEST_LIMITS = {
  count: { max: 10000 },
  groups: { max: 6 },
  page: { min: 1, max: 1000000 },
} as const;

/** Shapes of the management API that the app reads. */

export interface User {
  id: number;
  /** 1 ordinary, 12 god, 13 sales. */
  type_id: number;
  /** 1 unconfirmed, 3 active. */
  status_id: number;
  is_trusted: boolean;
  email: string;
  name: string | null;
  phone: string | null;
  skype: string | null;
  telegram: string | null;
  advertiser: Record<string, unknown> | null;
  webmaster: { is_auto_payment: boolean } | null;
  currency_id: number;
  /** 1 dollar, 2 cent. */
  currency_unit: number;
  features: string[];
  /** Dollars. */
  minimum_bid: number;
}

export interface Pagination {
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
}

/** Metrics of decisions 10; null where a division had nothing to divide by. */
export type Metrics = Partial<Record<string, number | null>>;

export interface ListAnswer<T> {
  data: T[];
  pagination: Pagination;
  counts_by_status?: Record<string, number>;
  total_statistic?: Metrics | null;
}

export interface AdvertiserBalance {
  balance: number;
  currency: string;
  spent_today: number;
  days_left: number | null;
}

export interface WebmasterBalance {
  balance: number;
  pending: number;
  currency: string;
  earned_today: number;
}

export interface Targeting {
  countries_groups?: string[];
  countries?: string[];
  regions?: number[];
  cities?: number[];
  device_types?: number[];
  os?: { device_type: number; value: number }[];
  browsers?: number[];
  isps?: number[];
  languages?: string[];
  time_targeting?: number[];
  categories?: number[];
}

export interface Campaign extends Targeting {
  id: number;
  uuid: string | null;
  name: string;
  campaign_type_id: number;
  status: number;
  is_started_wanted: boolean;
  target_id: number;
  offer_id: number | null;
  daily_money_limit: number | null;
  total_money_limit: number | null;
  pacing: 'asap' | 'even';
  ad_started_count: number;
  running_ads_count: number;
  spent_today: number;
  spent_total: number;
  version: number;
  statistic?: Metrics | null;
}

export interface AdGroup extends Targeting {
  id: number;
  campaign_id: number;
  name: string;
  status: number;
  is_started_wanted: boolean;
  ad_format_type_id: number;
  auto_start_ads: boolean;
  ad_started_count: number;
  ads_count?: number;
  version: number;
  statistic?: Metrics | null;
}

export interface MediaContent {
  kind: 'square' | 'horizontal';
  url: string;
  width: number;
  height: number;
}

export interface Ad {
  id: number;
  group_id: number;
  campaign_id: number;
  title: string;
  short_description: string | null;
  full_text: string | null;
  brand: string | null;
  original_url: string;
  primary_source_url: string | null;
  supported_block_format_types: number[];
  one_bid_for_all_geo: number | null;
  bids: { country_code: string; bid: number }[];
  media_contents: MediaContent[];
  status_id: number;
  ban_reasons: { id: number; text: string }[];
  ban_comment: string | null;
  frequency_cap: { shows: number; hours: number } | null;
  campaign_name?: string;
  group_name?: string;
  version: number;
  statistic?: Metrics | null;
}

export interface Site {
  id: number;
  name: string;
  domain: string;
  category: number | null;
  status_id: number;
  /** What the moderator said; "" while nobody said anything. */
  reject_comment?: string;
  allowed_categories: number[];
  forbidden_categories: number[];
  blocks_count: number;
  version: number;
  /** Only in the answer about one site. */
  metrics?: SiteMetric[];
  statistic?: Metrics | null;
}

/** A counter of a site with the data to read it. */
export interface SiteMetric {
  statistics_metrics: string;
  url: string;
  password: string;
  comment: string;
}

export interface Block {
  id: number;
  name: string;
  site_id: number;
  block_format_type_id: number;
  template_id: number;
  template_name: string;
  config: Record<string, string | number | boolean>;
  custom_styles: string;
  /** The same, checked by the server and scoped to the block. */
  compiled_styles: string;
  passback_html: string;
  status_id: number;
  version: number;
  statistic?: Metrics | null;
}

/** One setting of a template. */
export interface TemplateField {
  key: string;
  section: string;
  label: string;
  type: 'integer' | 'choice' | 'color' | 'boolean' | 'text';
  /** Least value of a whole number. */
  min?: number;
  /** Greatest value of a whole number; most characters of a text. */
  max?: number;
  unit?: string;
  options?: { value: string; label: string }[];
  default: string | number | boolean;
}

export interface Template {
  id: number;
  block_format_type_id: number;
  config: {
    /** Name of its code in the tag. */
    name: string;
    label: string;
    fields: TemplateField[];
    /** Widths at which it is shown, in CSS pixels. */
    sizes: { name: string; width: number }[];
  };
  initial_values: Record<string, string | number | boolean>;
  is_global: boolean;
}

/** Shapes of the management API that the app reads. */
export type { AdvertiserBalance, Block, Site, SiteMetric, User, WebmasterBalance } from './gen/types.gen';

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
  counts_by_status?: Record<string, number> | null;
  total_statistic?: Metrics | null;
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

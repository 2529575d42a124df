/** Shapes of the management API, and those that the document tells less exactly than the app needs them. */
import type { Pagination, TargetingFields } from './gen/types.gen';

export type {
  Ad,
  AdGroup,
  AdvertiserBalance,
  Block,
  Campaign,
  MediaContent,
  Pagination,
  Site,
  SiteMetric,
  User,
  WebmasterBalance,
} from './gen/types.gen';

/** Metrics of decisions 10; null where a division had nothing to divide by. */
export type Metrics = Partial<Record<string, number | null>>;

/** A page of a list. */
export interface ListAnswer<T> {
  data: T[];
  pagination: Pagination;
  /** Undefined for a status of which it is not known. */
  counts_by_status?: Record<string, number | undefined> | null;
  total_statistic?: Metrics | null;
  /** The row before which older ones are, where pages have no numbers. */
  next?: number | null;
}

/** Whom a campaign or a group is for. */
export type Targeting = Partial<TargetingFields> & { categories?: number[] };

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

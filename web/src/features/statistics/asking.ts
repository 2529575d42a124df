/** How the statistics of each side are asked: all that lists and charts need of them. */
import {
  type Asked,
  asked,
  queryAdvertiserStatsOptions,
  queryNetworkStatsOptions,
  queryWebmasterStatsOptions,
} from '~/api/queries';
import type { AdvertiserStatsRequest, NetworkStatsRequest, Pagination, WebmasterStatsRequest } from '~/api/sdk';
import type { MetricSide } from '~/lib/metrics';
import { askPush } from './push-asking';

/** Values that a dimension must have, and must not have. */
export interface ValueLists {
  in?: (string | number)[];
  not_in?: (string | number)[];
}

/** The body of a statistics call. */
export interface Question {
  groups: string[];
  filters: Record<string, string | ValueLists>;
  order_by: string;
  order_direction: 'asc' | 'desc';
  page: number;
  count: number;
}

/** A row of statistics: where it stands, and its metrics beside. */
export interface StatRow {
  level: string;
  id: string;
  name: string | null;
  parents: Record<string, string>;
  [metric: string]: unknown;
}

/** The answer to a question. */
export interface StatAnswer {
  result: StatRow[];
  /** Totals over all pages. */
  total_result: Record<string, number | null>;
  /** Names of ids by dimension, also of those in filters. */
  names: Record<string, Record<string, string>>;
  pagination: Pagination;
}

/** A question as a query of its side. */
export const ASK: Record<MetricSide, (question: Question) => Asked<StatAnswer>> = {
  advertiser: (question) => asked(queryAdvertiserStatsOptions({ body: question as AdvertiserStatsRequest })),
  webmaster: (question) => asked(queryWebmasterStatsOptions({ body: question as WebmasterStatsRequest })),
  network: (question) => asked(queryNetworkStatsOptions({ body: question as NetworkStatsRequest })),
  push: (question) => asked(askPush(question)),
};

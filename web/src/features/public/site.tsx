import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '~/api/http';
import { NO_DATA } from '~/lib/format';
import { pageJson, place } from './page-data';

/** Settings of the network that everybody may know, as `GET /api/site` answers them. */
export interface Site {
  name: string;
  origin: string;
  telegram_url: string | null;
  contact_email: string | null;
  webmaster_share_percent: number;
  /** Dollars. */
  minimum_payout: number;
  hold_days: number;
  /** Dollars a click. */
  minimum_bid_native: number;
  minimum_bid_push: number;
  referral_percent: number;
  referral_months: number;
}

/** A setting by its name. */
export type SiteKey = keyof Site;

/** The settings; pre-rendered pages bring them along. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: async ({ signal }) => (await call<{ data: Site }>('GET', '/api/site', { signal })).data,
  initialData: () => {
    const found = pageJson('site-data') as Site | { data: Site } | null;
    return found ? ('data' in found ? found.data : found) : undefined;
  },
  staleTime: 5 * 60_000,
});

/** The settings, or undefined while they are on their way. */
export function useSite(): Site | undefined {
  return useQuery({ ...siteQuery, enabled: !import.meta.env.SSR }).data;
}

/** One setting as text. */
export function SiteValue({ of: key }: { of: SiteKey }) {
  const site = useSite();
  const text = import.meta.env.SSR ? place(`site.${key}`) : String(site?.[key] ?? NO_DATA);
  // The server writes numbers as they are stored; the browser may write the same number another way.
  return <span suppressHydrationWarning>{text}</span>;
}

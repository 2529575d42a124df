import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '~/api/http';
import type { SiteSettings } from '~/api/sdk';
import { formatPriceAmount, NO_DATA } from '~/lib/format';
import { pageJson, place } from './page-data';

/** A setting by its name. */
export type SiteKey = Exclude<keyof SiteSettings, 'geo_attribution'>;

/** The settings; pre-rendered pages bring them along. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: async ({ signal }) => (await call<{ data: SiteSettings }>('GET', '/api/site', { signal })).data,
  initialData: () => (pageJson('site-data') as SiteSettings | null) ?? undefined,
  staleTime: 5 * 60_000,
});

/** The settings, or undefined while they are on their way. */
export function useSite(): SiteSettings | undefined {
  return useQuery({ ...siteQuery, enabled: !import.meta.env.SSR }).data;
}

/** A value as the server writes it on the page: numbers have a comma, and dollars two decimals or none. */
function written(key: SiteKey, value: SiteSettings[SiteKey] | undefined): string {
  if (typeof value !== 'number' || Number.isInteger(value)) return String(value ?? NO_DATA);
  return /^(minimum|maximum)_/.test(key) ? formatPriceAmount(value, 'dollar') : String(value).replace('.', ',');
}

/** One setting as text. */
export function SiteValue({ of: key }: { of: SiteKey }) {
  const site = useSite();
  const text = import.meta.env.SSR ? place(`site.${key}`) : written(key, site?.[key]);
  return <span suppressHydrationWarning>{text}</span>;
}

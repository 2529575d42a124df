/** A site as its form holds it, and as the API takes it. Pure. */
import type { Site, SiteForm, SiteMetric } from '~/api/sdk';
import { SITE_FORM_LIMITS } from '~/api/words';
import { type Choice, named } from '~/ui/choices';
import type { Words } from '../form/meanwhile';
import type { Checks } from '../form/use-form';

/** The fields of the form. */
export type SiteValues = {
  name: string;
  domain: string;
  category: string | null;
  metrics: SiteMetric[];
  allowed: string[];
  forbidden: string[];
  showsOwn: boolean;
};

/** Names of the API that differ in the form. */
const SITE_NAMES = { allowed_categories: 'allowed', forbidden_categories: 'forbidden', shows_own_ads: 'showsOwn' };

/** The most counters of a site. */
export const METRICS_MAX = SITE_FORM_LIMITS.metrics.max;
/** The most characters of a site's name. */
export const NAME_MAX = SITE_FORM_LIMITS.name.max;

/** Kinds of counters that moderators know. */
export const COUNTERS = [
  { value: 'google_analytics', label: 'Google Analytics' },
  { value: 'matomo', label: 'Matomo' },
  { value: 'plausible', label: 'Plausible' },
  { value: 'yandex_metrica', label: 'Yandex Metrica' },
  { value: 'cloudflare', label: 'Cloudflare' },
  { value: 'other', label: 'Another' },
];

/** A new counter. */
export const emptyMetric = (): SiteMetric => ({
  statistics_metrics: 'google_analytics',
  url: '',
  password: '',
  comment: '',
});

/** A new site, or the one given. */
export function siteValues(site: Site | undefined): SiteValues {
  return {
    name: site?.name ?? '',
    domain: site?.domain ?? '',
    category: site?.category ? String(site.category) : null,
    metrics: (site?.metrics ?? []).map((metric) => ({ ...metric })),
    allowed: (site?.allowed_categories ?? []).map(String),
    forbidden: (site?.forbidden_categories ?? []).map(String),
    showsOwn: site?.shows_own_ads ?? false,
  };
}

/** Why an address is no site, or null: http, https or no scheme, a host with a dot, perhaps a port and a path. */
export function domainError(domain: string): string | null {
  const text = domain.trim();
  if (text === '') return 'The address of the site is missing.';
  if (/^(https?:\/\/)?localhost\.?([:/?#]|$)/i.test(text)) {
    return 'localhost alone belongs to nobody: take 127.0.0.1, or a name such as blog.localhost.';
  }
  if (text.includes('{')) return 'A real address is needed here, without words in braces.';
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme && scheme !== 'http' && scheme !== 'https') return 'The address starts with http://, https:// or nothing.';
  const host = text.replace(/^https?:\/\//i, '').split(/[/?#]/)[0] ?? '';
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+\.?(:\d{1,5})?$/u.test(host) && !/\s/.test(text)
    ? null
    : 'An address such as harborpost.example.';
}

/** The body that creates or changes a site. */
export function siteBody(values: SiteValues, held: Pick<Site, 'version'> | undefined): SiteForm {
  return {
    ...(values.name.trim() ? { name: values.name.trim() } : {}),
    domain: values.domain.trim(),
    category: Number(values.category ?? 0),
    metrics: values.metrics.map((metric) => ({
      ...metric,
      url: metric.url?.trim() ?? '',
      comment: metric.comment?.trim() ?? '',
    })),
    allowed_categories: values.allowed.map(Number),
    forbidden_categories: values.forbidden.map(Number),
    shows_own_ads: values.showsOwn,
    ...(held ? { version: held.version } : {}),
  };
}

/** What is wrong with the fields. */
const SITE_CHECKS: Checks<SiteValues> = {
  domain: domainError,
  forbidden: (forbidden, values) =>
    forbidden.some((id) => values.allowed.includes(id)) ? 'A category cannot be both allowed and forbidden.' : null,
};

/** How its fields are called and read. */
const siteWords = (categories: readonly Choice[]): Words<SiteValues> => ({
  name: 'Name',
  domain: 'Address',
  category: { label: 'What it is about', text: (id) => named(categories, id ? [id] : []) },
  metrics: { label: 'Counters', text: (metrics) => metrics.map((metric) => metric.url).join('\n') || 'None' },
  allowed: { label: 'Only ads about', text: (ids) => named(categories, ids) },
  forbidden: { label: 'Never ads about', text: (ids) => named(categories, ids) },
  showsOwn: { label: 'Show my own ads here, unpaid', text: (on) => (on ? 'On' : 'Off') },
});

/** What is to be done before it is worth to be sent. */
export const siteChecklist = (values: SiteValues) => [
  { key: 'domain', done: domainError(values.domain) === null, label: 'Address' },
  { key: 'category', done: values.category !== null, label: 'Category, so that fitting ads are chosen' },
  {
    key: 'metrics',
    done: values.metrics.some((metric) => metric.url?.trim()),
    label: 'A counter: with one a site is approved faster',
  },
];

/** What stands beside the choice of ads. */
export const ADS_HINT = 'Fewer kinds of ads mean less competition for your places, and less income.';

/** What becomes of a new site. */
export const newSiteHint = (isTrusted: boolean | undefined) =>
  isTrusted ? 'It can show ads at once.' : 'A person looks at it before it shows ads. You can make its blocks at once.';

/** What is declared of the fields. */
export const siteFields = (categories: readonly Choice[]) => ({
  read: siteValues,
  checks: SITE_CHECKS,
  renamed: SITE_NAMES,
  words: siteWords(categories),
});

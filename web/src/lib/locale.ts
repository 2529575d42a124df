/** Prefixes that addresses may carry. There is one language; each page has two addresses. */
export type Locale = '' | 'en';

/** The one language, told to the server with every request. */
export const LANGUAGE = 'en';

/** Splits `/en/about` into its prefix and `/about`. */
export function splitPath(path: string): { locale: Locale; rest: string } {
  if (path === '/en') return { locale: 'en', rest: '/' };
  if (path.startsWith('/en/')) return { locale: 'en', rest: path.slice(3) };
  return { locale: '', rest: path };
}

/** Puts the prefix back. */
export function joinPath(locale: Locale, path: string): string {
  if (locale === '') return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** The prefix of the address that was opened. */
export function localeOf(path: string): Locale {
  return splitPath(path).locale;
}

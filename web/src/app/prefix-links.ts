import { joinPath, localeOf, splitPath } from '~/lib/locale';

/** Pre-rendered pages carry addresses without a prefix: a page that was opened with one gets it in all its links. */
export function prefixLinks(root: HTMLElement, path: string): void {
  const locale = localeOf(path);
  if (locale === '') return;
  for (const link of root.querySelectorAll('a[href^="/"]')) {
    const href = link.getAttribute('href') ?? '';
    if (!href.startsWith('//') && splitPath(href).locale === '') link.setAttribute('href', joinPath(locale, href));
  }
}

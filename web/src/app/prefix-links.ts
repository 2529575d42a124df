import { joinPath, localeOf, splitPath } from '~/lib/locale';
import type { FindPage } from '~/lib/pages';

/** The server's texts carry addresses without a prefix: on a page with one the links to other pages get it. */
export function prefixLinks(root: HTMLElement, path: string, find: FindPage): void {
  const locale = localeOf(path);
  if (locale === '') return;
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')) {
    const href = link.getAttribute('href') ?? '';
    const isPage = !href.startsWith('//') && find(link.pathname) !== null;
    if (isPage && splitPath(href).locale === '') link.setAttribute('href', joinPath(locale, href));
  }
}

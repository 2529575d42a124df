import { joinPath, localeOf, splitPath } from '~/lib/locale';
import { pageOf } from '~/lib/routes';

/** The server's texts carry addresses without a prefix: on a page with one the links to other pages get it. */
export function prefixLinks(root: HTMLElement, path: string): void {
  const locale = localeOf(path);
  if (locale === '') return;
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')) {
    const href = link.getAttribute('href') ?? '';
    const isPage = !href.startsWith('//') && pageOf(link.pathname) !== null;
    if (isPage && splitPath(href).locale === '') link.setAttribute('href', joinPath(locale, href));
  }
}

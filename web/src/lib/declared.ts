import { type HeadOfPage, KINDS, kindOf, type Page } from './pages';

/** A page with its address, for tools that have no router: the build, the server and tests. */
export interface DeclaredPage {
  /** As in `/advertiser/campaigns/{campaignId:id}`: a part that differs has a name and a kind. */
  pattern: string;
  access: Page['access'];
  title?: string;
  /** What the build draws. */
  drawn?: Drawn;
}

/** A page that the build draws. One file serves all addresses of a pattern. */
export interface Drawn extends HeadOfPage {
  /** The path that it is drawn for: `_name` stands for a part that differs. */
  path: string;
  /** The help article that the address names, not one text, is shown. */
  isArticle: boolean;
  /** The sitemap lists it. */
  isListed: boolean;
}

interface Route {
  id: string;
  to: string;
  options: { staticData?: Partial<Page> };
  children?: unknown;
}

/** Fills the parts of a route's path that differ. */
export const withParts = (to: string, part: (name: string) => string): string =>
  to.replaceAll(/\$(\w+)/g, (_, name: string) => part(name));

/** All pages that routes declare, by their patterns. Throws for a route that is a page and does not say so. */
export function declaredPages(routes: readonly Route[]): DeclaredPage[] {
  return routes
    .filter((route) => !route.children)
    .map(({ id, to, options }) => {
      const { access, title, head } = options.staticData ?? {};
      if (!access) throw new Error(`${id} is a page: say in its staticData who gets to it, as { access: 'user' }`);
      const pattern = withParts(to, (name) => {
        const kind = kindOf(name);
        if (!kind) throw new Error(`${id}: $${name} says not what it is, as $${name}Id would: see KINDS in lib/pages`);
        return `{${name}:${kind}}`;
      });
      return { pattern, access, ...(title ? { title } : {}), ...(head ? { drawn: drawn(to, head) } : {}) };
    })
    .sort((a, b) => (a.pattern < b.pattern ? -1 : 1));
}

function drawn(to: string, head: HeadOfPage): Drawn {
  const path = withParts(to, (name) => `_${name}`);
  return { ...head, path, isArticle: head.text?.startsWith('$') ?? false, isListed: !head.isUnlisted };
}

/** The file that the server reads its pages from: kinds are regular expressions. */
export function pagesFile(pages: readonly DeclaredPage[]): string {
  const kinds = Object.fromEntries(Object.entries(KINDS).map(([kind, rule]) => [kind, rule.source]));
  return `${JSON.stringify({ kinds, pages }, null, 1)}\n`;
}

import type { NavIcon, NavPart } from '~/app/nav';
import { splitPath } from './locale';

/**
 * Who gets to a page. `guest`: only who is not logged in. `main`: the same, but open to the unconfirmed. `confirm`: only
 * the unconfirmed. `advertiser_entry`, `webmaster_entry`: a public page, and the way into the cabinet for who has one.
 */
export type Access =
  | 'public'
  | 'guest'
  | 'main'
  | 'confirm'
  | 'advertiser_entry'
  | 'webmaster_entry'
  | 'user'
  | 'advertiser'
  | 'webmaster'
  | 'god'
  | 'staff';

/** Where a page stands in the sidebar and in the command palette: in the cabinet of those who get to it. */
export interface NavPlace {
  /** The part of the sidebar; pages of none stand before all parts. */
  part?: NavPart;
  /** Its place from the top of its part, from 1; without one the palette alone knows it. */
  at?: number;
  icon: NavIcon;
  /** Further words under which the palette finds it. */
  words?: string;
}

/** A page that is drawn by the build and reads without a script: what it says of itself where its address is sent. */
export interface HeadOfPage {
  /** One or two sentences; a text brings its own. */
  description?: string;
  /** The text that it shows, by its slug. `$name`: the help article that this part of the address names. */
  text?: string;
  /** Picture under /og, without its ending; the home page's by default. */
  image?: string;
  /** The list of help articles comes with it. */
  hasHelp?: true;
  /** Its table of names in the font of code decides where lines end: that font comes with the page, not after it. */
  hasCode?: true;
  /** Search engines are asked not to list it, and the sitemap leaves it out. */
  isUnlisted?: true;
  /** The address that it is known under, where that is not its own. */
  canonical?: string;
  /** Drawn by the script alone: nobody who is not logged in gets there. */
  isShell?: true;
}

/**
 * What a page is. It stands in `staticData` of the page's route and nowhere else: guards, sidebar, titles, heads, the sitemap
 * and the server's list of addresses follow from it.
 */
export interface Page {
  access: Access;
  /** Its name; absent where a page is named after what it shows. */
  title?: string;
  /** It does something by being opened: no address sends anybody there. */
  acts?: true;
  nav?: NavPlace;
  head?: HeadOfPage;
}

declare module '@tanstack/react-router' {
  // Frames around pages are routes too, and have nothing to declare. The build refuses a page without `access`.
  interface StaticDataRouteOption extends Partial<Page> {}
}

/** What may stand for a part of an address that differs; an address that breaks it has no page. */
export const KINDS = {
  id: /^[1-9][0-9]{0,17}$/,
  uuid: /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
  // The server says what is wrong with one: a mail program may have glued something to it.
  token: /^.+$/,
  format: /^(?:1|2|4|8|16)$/,
  slug: /^[0-9A-Za-z_-]{1,100}$/,
} as const;

/** The kind of a part of an address, by the end of its name: `campaignId` is an id. Null for a name that says none. */
export function kindOf(name: string): keyof typeof KINDS | null {
  if (name.endsWith('Id')) return 'id';
  if (name.endsWith('UUID')) return 'uuid';
  if (name === 'token') return 'token';
  if (name === 'templateType') return 'format';
  return name === 'slug' || name.endsWith('Slug') ? 'slug' : null;
}

/** Finds the page at a path with or without the locale's prefix; null when there is none or a part of it cannot be right. */
export type FindPage = (path: string) => Page | null;

/** As much of a router as tells which route an address has. */
interface Matcher {
  getMatchedRoutes(path: string): readonly [
    unknown,
    // What is left of an address beyond the last route counts as a part, and has a name of no kind.
    Readonly<Record<string, string>>,
    { options: { staticData?: Partial<Page> } } | undefined,
  ];
}

/** Finds pages as the router does. */
export function pageFinder(router: Matcher): FindPage {
  return (path) => {
    const [, parts, route] = router.getMatchedRoutes(splitPath(path).rest);
    const page = route?.options.staticData;
    const isRight = Object.entries(parts).every(([name, part]) => {
      const kind = kindOf(name);
      return kind !== null && KINDS[kind].test(part);
    });
    return page?.access && isRight ? (page as Page) : null;
  };
}

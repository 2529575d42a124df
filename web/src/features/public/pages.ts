/** What a page says about itself to browsers, search engines and whoever is sent its address. */
export interface PublicPage {
  path: string;
  title: string;
  description: string;
  /** Picture under /og, without its ending. */
  image: string;
  /** A text that the server fills in: its JSON stands in the page. */
  isText?: boolean;
}

/** Every pre-rendered page. Paths are without the prefix; the server answers both addresses with the same file. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  {
    path: '/',
    title: 'Native advertising, in the open',
    description:
      'An open, self-hosted advertising network. Advertisers pay for valid clicks, webmasters rent out a place on a page, and every cent between them can be traced to an event.',
    image: 'home',
  },
  {
    path: '/apiDoc',
    title: 'API reference',
    description:
      'Every call of the API with its parameters, bodies and answers, how to get a token, and examples in curl, Python and JavaScript.',
    image: 'home',
  },
];

/** What the page of a path says about itself. */
export function publicPage(path: string): PublicPage {
  const found = PUBLIC_PAGES.find((page) => page.path === path);
  if (!found) throw new Error(`${path} is missing in the list of public pages`);
  return found;
}

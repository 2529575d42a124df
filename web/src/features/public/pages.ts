import { HEADS, type Head } from '../auth/heads';
import { place } from './page-data';

/** What a page says about itself to browsers, search engines and whoever is sent its address. */
export interface PublicPage {
  path: string;
  title: string;
  description: string;
  /** Picture under /og, without its ending. */
  image: string;
  /** A text that the server fills in: its JSON stands in the page. */
  isText?: boolean;
  /** Its table of names in the font of code decides where lines end: that font comes with the page, not after it. */
  hasCode?: boolean;
  /** Search engines are asked not to list it. */
  isUnlisted?: boolean;
  /** Its address, where one file serves many or that is not its path. */
  address?: string;
  /** One of many of its kind. */
  isArticle?: boolean;
  /** Drawn by the script alone: nobody who is not logged in gets there. */
  isShell?: boolean;
}

const text = (path: string, image: string): PublicPage => ({
  path,
  title: place('text.title'),
  description: place('text.description'),
  image,
  isText: true,
});

/** The folders of files that serve every address of a pattern: all help articles, all links to set a password. */
export const ARTICLE_PATH = '/helpCenter/_article';
const SET_PASSWORD_PATH = '/account/password/reset/_token';

/** A page of the authentication layout that nobody looks for. */
const unlisted = (path: string, head: Head): PublicPage => ({ path, ...head, image: 'home', isUnlisted: true });

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
  {
    path: '/advertiser',
    title: 'For advertisers: pay for the click that counts',
    description:
      'Native and text ads on real sites. Pay only for valid clicks, aim at country, city, hour, device and network, and read the verdict of each click.',
    image: 'advertiser',
  },
  {
    path: '/webmaster',
    title: 'For webmasters: rent out your empty wall',
    description:
      'Put one small script on a site and earn from every valid click: your share is a published figure, blocks wear your own type and colours, and clicks are checked the same for both sides.',
    image: 'webmaster',
  },
  {
    path: '/adsamples',
    title: 'Ad samples',
    description: 'Every block template of Placard, live, on a phone and on a desktop, in light and dark.',
    image: 'samples',
  },
  {
    path: '/contacts',
    title: 'Contacts',
    description: 'Write to the people who run this network: questions, partnerships, complaints about an ad.',
    image: 'home',
  },
  {
    path: '/helpCenter',
    title: 'Help center',
    description: 'How to start a campaign, put blocks on a site, read statistics and get paid.',
    image: 'help',
  },
  text('/about', 'home'),
  text('/faq', 'help'),
  text('/premium', 'advertiser'),
  text('/telegram', 'home'),
  text('/account/conditions', 'policies'),
  text('/account/privacy', 'policies'),
  { ...text('/account/cookies', 'policies'), hasCode: true },
  text('/account/legitimate-interest', 'policies'),
  { ...text(ARTICLE_PATH, 'help'), address: `/helpCenter/${place('text.slug')}`, isArticle: true },
  { path: '/singup', ...HEADS.signUp, image: 'home' },
  unlisted('/account/login', HEADS.login),
  unlisted('/account/password/reset', HEADS.reset),
  { ...unlisted(SET_PASSWORD_PATH, HEADS.setPassword), address: '/account/password/reset' },
  unlisted('/confirm', HEADS.confirm),
  unlisted('/account/change/confirm', HEADS.confirm),
  { ...unlisted('/account/confirm', HEADS.waiting), isShell: true },
];

/** What the page of a path says about itself. */
export function publicPage(path: string): PublicPage {
  const found = PUBLIC_PAGES.find((page) => page.path === path);
  if (!found) throw new Error(`${path} is missing in the list of public pages`);
  return found;
}

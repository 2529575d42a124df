/** What tag and server say to each other; the server's side is `delivery/ad.rs`. */
import type { BlockConfig, RenderedAd } from '../render/types';

/** The version of the wire format. */
export const WIRE_VERSION = 1;

/** An ad with its token. */
export interface ServedAd extends RenderedAd {
  token: string;
  /** The ad's id, so that no ad appears twice on one page. */
  id: number;
}

/** The answer for one block. */
export interface ServedBlock {
  id: number;
  template: string;
  config: BlockConfig;
  styles: string;
  /** The webmaster's own HTML for what could not be filled; "" lets the place collapse. */
  passback_html: string;
  /** Address of a page for a frame in the same case. */
  passback_url?: string;
  /** By which it is told that one of them was shown; only where there is one, and no ads. */
  passback_token?: string;
  /** Seconds in view after which other ads may be asked for. */
  refresh_s?: number;
  /** Which of the script's files makes places for the ads; only where they stand elsewhere than the code. */
  placement?: 'article' | 'sticky' | 'opt-in';
  /** In an article: after every so many paragraphs. */
  paragraphs?: number;
  /** Why there are no ads, for people; none where there are. */
  empty?: string;
  ads: ServedAd[];
}

/** The answer to `POST /d/ads`, or the problem in its place. */
export interface AdsAnswer {
  blocks?: ServedBlock[];
  why_url: string;
  title?: string;
  detail?: string;
}

/** JSON of plain values, whatever the page has made of `JSON` and of what arrays say of themselves. */
export const json = (value: unknown): string => {
  if (typeof value === 'string') {
    return `"${value.replace(/["\\]|[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
  }
  if (Array.isArray(value)) {
    return `[${value.map(json).join()}]`;
  }
  return value instanceof Object
    ? `{${Object.entries(value)
        .map(([key, of]) => `"${key}":${json(of)}`)
        .join()}}`
    : `${value}`;
};

/** How texts go out: text/plain needs no CORS preflight. */
export const posted = (body: string): RequestInit => ({
  method: 'POST',
  body,
  keepalive: true,
  credentials: 'omit',
  headers: { 'Content-Type': 'text/plain' },
});

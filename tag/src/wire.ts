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
  /** Why there are no ads, for people; none where there are. */
  empty?: string;
  ads: ServedAd[];
}

/** The answer to `POST /d/ads`. */
export interface AdsAnswer {
  blocks: ServedBlock[];
  why_url: string;
}

/** What comes in a file of its own: a template, or a part of the script that few places need. */
export interface Part {
  name: string;
}

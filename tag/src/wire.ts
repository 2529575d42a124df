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
  ads: ServedAd[];
}

/** The answer to `POST /d/ads`. */
export interface AdsAnswer {
  blocks: ServedBlock[];
  why_url: string;
}

/** Sends a small text without waiting, in a way that outlives the page. */
export function send(url: string, body: unknown): void {
  const text = JSON.stringify(body);
  const beacon = () => {
    navigator.sendBeacon?.(url, new Blob([text], { type: 'text/plain' }));
  };
  try {
    // text/plain needs no CORS preflight.
    fetch(url, {
      method: 'POST',
      body: text,
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'text/plain' },
    }).catch(beacon);
  } catch {
    beacon();
  }
}

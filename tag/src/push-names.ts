/**
 * What the page's side of push and the worker agree on: both may be of different editions on one device, so nothing here is ever
 * given another meaning.
 */

/** Where browsers register, change and end subscriptions, on the network's address. */
export const SUBSCRIBE_PATH = '/api/push/subscriptions';
/** Counts prompts and what was said to them. */
export const EVENTS_PATH = '/d/push/events';
/** Our own page to end a subscription by one click: `?name=`. */
export const UNSUBSCRIBE_PAGE = '/push/unsubscribe';
/** Where a block's settings lie, with the newest key. */
export const settingsPath = (block: number): string => `/d/push/${block}.json`;

/** The database of the webmaster's origin that both keep what they know in; its one store has keys of text. */
export const DATABASE = 'placard-push';
/** The database's one store. */
export const STORE = 'state';
/** Key of what is known of the subscription: a {@link Known}. */
export const KNOWN = 'subscription';
/** Key of reports that wait for the network: a list that the worker alone writes. */
export const WAITING = 'reports';

/** What is known of this device's subscription. */
export interface Known {
  /** The network's address, such as `https://ads.example`. */
  base: string;
  /** The push block. */
  block: number;
  /** What the network calls the subscription. */
  name: string;
  /** The public key that it was made with, base64url. */
  key: string;
  /** Its endpoint, by which a change is told. */
  endpoint: string;
}

/** What registering or changing a subscription sends. */
export interface Subscribe {
  block: number;
  subscription: PushSubscriptionJSON;
  /** The public key that it was made with, base64url. */
  key: string;
  /** Minutes that local time is ahead of UTC. */
  utc_offset: number;
  /** The endpoint before, when it changed. */
  previous_endpoint?: string;
  /** The name before, when it changed. */
  previous_name?: string;
  /** SHA-256 of the endpoint before in hexadecimal digits, where it was another provider's. */
  previous_hash?: string;
  /** Somebody has just said yes: what they ended before begins again. */
  asked?: boolean;
}

/** The scope of the webmaster's worker file: a folder that holds no page. */
export const WORKER_SCOPE = '/placard-push/';

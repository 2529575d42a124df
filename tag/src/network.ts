/** Which network this script is of: several may be on one page, and the files of each find their own script. */

/** Replaced by the server with all names that pages with this file may have, separated by commas, when it serves the file. */
export const ATTRIBUTES = 'data-placard'.split(',');
/** Replaced by the server with the network's number in the IAB's list of vendors; 0 for a network without one. */
export const VENDOR = 'tcf-vendor-0';

const script = document.currentScript as HTMLScriptElement | null;

/** Address of this script; none where it was not loaded as one. */
export const source = script?.src ? new URL(script.src, location.href) : null;
/** The network's origin. */
export const origin = source?.origin ?? '';
/** What a strict policy of the page lets scripts pass by; those that this one loads are of its kind. */
export const nonce = script?.nonce ?? '';
/** What the script's own element says now: what the page is about (`data-category`, `data-keywords`). */
export const about = () => ({ ...script?.dataset });

/** The browser's own promises, whatever the page has put in their place. */
export const Later = (async () => {})().constructor as PromiseConstructor;

/**
 * The name under which a network's script waits for its files. The attributes are not in it: files of one network may have been
 * served before and after a change of them.
 */
const NAME = `placard@${origin}`;

type Globals = Record<string, unknown>;

/** What a script of this network left on the page. */
export const found = (): unknown => (window as unknown as Globals)[NAME];

/** Leaves something for the other files of this network. */
export const leave = (value: unknown): void => {
  // Not enumerable: pages that walk over their globals do not meet it.
  Object.defineProperty(window, NAME, { value, configurable: true });
};

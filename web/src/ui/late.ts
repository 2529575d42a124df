import { lazy } from 'react';
import { lookAhead } from '~/app/chunks';

/** Tries of a part on a connection that stands, and the pause between them, in ms. */
const TRIES_MAX = 3;
const PAUSE_MS = 1_000;
/** So long the browser's word that there is no connection is taken, in ms: some say so wrongly. */
const OFFLINE_MS = 10_000;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));
const online = () =>
  new Promise((resolve) => {
    setTimeout(resolve, OFFLINE_MS);
    addEventListener('online', resolve, { signal: AbortSignal.timeout(OFFLINE_MS) });
  });

/** Links of style sheets that did not come. */
let unstyled: HTMLLinkElement[] = [];
const noteStyle = ({ target }: Event) => {
  const link = target as HTMLLinkElement;
  if (link.rel === 'stylesheet') unstyled.push(link);
};

/** Asks once more for style sheets that did not come: whoever imports a part again takes those for loaded whose link stands there. */
async function styleAnew(why: unknown): Promise<void> {
  const links = unstyled;
  unstyled = [];
  await Promise.all(
    links.map(
      (link) =>
        new Promise((resolve, reject) => {
          const fresh = link.cloneNode() as HTMLLinkElement;
          fresh.onload = resolve;
          fresh.onerror = () => reject(why);
          link.replaceWith(fresh);
        }),
    ),
  );
}

async function inTries<Code>(load: () => Promise<Code>, isAsked: boolean): Promise<Code> {
  // Once, however many parts there are.
  addEventListener('error', noteStyle, true);
  let missed: unknown = new Error('A style sheet did not come');
  const anew = () => styleAnew(missed).then(load);
  // Somebody may have pressed before, and got all but the style sheet.
  let work = isAsked && unstyled.length > 0 ? anew : load;
  for (let tries = 1; ; ) {
    try {
      return await (isAsked || tries < TRIES_MAX ? lookAhead(work) : work());
    } catch (error) {
      const isOnline = navigator.onLine;
      if (isOnline ? tries === TRIES_MAX : isAsked) throw error;
      if (isOnline) {
        tries += 1;
        await pause();
      } else await online();
      missed = error;
      work = anew;
    }
  }
}

/**
 * Loads code. Where the connection is away it waits until that is back; what does not come then either has failed. A miss is no
 * reason to load the page itself again until the last try.
 */
export const onceOnline = <Code>(load: () => Promise<Code>): Promise<Code> => inTries(load, false);

/**
 * Loads code for which somebody waits who pressed something, and is to be told where it does not come: at once where the connection
 * is away. The page is never loaded again for it: what was chosen there would be lost.
 */
export const onceAsked = <Code>(load: () => Promise<Code>): Promise<Code> => inTries(load, true);

/** `lazy` for a part of a page whose code comes after the page, which stands without it while the connection is away. */
export const late: typeof lazy = (load) => lazy(() => onceOnline(load));

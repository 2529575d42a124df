import { lazy } from 'react';
import { lookAhead } from '~/app/chunks';

/** Tries of a part on a connection that stands, and the pause between them, in ms. */
const TRIES_MAX = 3;
const PAUSE_MS = 1_000;
/** So long the browser's word that there is no connection is taken, in ms: some say so wrongly. */
const OFFLINE_MS = 10_000;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));
const online = () =>
  new Promise<void>((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      removeEventListener('online', goOn);
      resolve();
    };
    const timer = setTimeout(goOn, OFFLINE_MS);
    addEventListener('online', goOn);
  });

/** Links of style sheets that did not come. */
const unstyled = new Set<HTMLLinkElement>();
const noteStyle = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') unstyled.add(target);
};

/** Asks once more for style sheets that did not come: whoever imports a part again takes those for loaded whose link stands there. */
async function styleAnew(why: unknown): Promise<void> {
  const links = [...unstyled];
  unstyled.clear();
  await Promise.all(
    links.map(
      (link) =>
        new Promise((resolve, reject) => {
          const fresh = link.cloneNode() as HTMLLinkElement;
          fresh.addEventListener('load', resolve);
          fresh.addEventListener('error', () => reject(why));
          link.replaceWith(fresh);
        }),
    ),
  );
}

/**
 * Loads code. Where the connection is away it waits until that is back; what does not come then either has failed. A miss is no
 * reason to load the page itself again until the last try.
 */
export async function onceOnline<Code>(load: () => Promise<Code>): Promise<Code> {
  // Once, however many parts there are.
  addEventListener('error', noteStyle, true);
  let work = load;
  for (let tries = 1; ; ) {
    try {
      return await (tries < TRIES_MAX ? lookAhead(work) : work());
    } catch (error) {
      if (!navigator.onLine) await online();
      else if (tries === TRIES_MAX) throw error;
      else {
        tries += 1;
        await pause();
      }
      work = () => styleAnew(error).then(load);
    }
  }
}

/** `lazy` for a part of a page whose code comes after the page, which stands without it while the connection is away. */
export const late: typeof lazy = (load) => lazy(() => onceOnline(load));

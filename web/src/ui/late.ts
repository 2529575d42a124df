import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** Tries of a part on a connection that stands, and the pause between them, in ms. */
const TRIES_MAX = 3;
const PAUSE_MS = 1_000;

const online = () => new Promise<void>((resolve) => addEventListener('online', () => resolve(), { once: true }));
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));

/** Loads code. Where the connection is away it waits until that is back; what does not come then either has failed. */
export async function onceOnline<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let tries = 1; ; ) {
    try {
      return await load();
    } catch (error) {
      if (!navigator.onLine) await online();
      else if (tries === TRIES_MAX) throw error;
      else {
        tries += 1;
        await pause();
      }
    }
  }
}

/** A part of a page whose code comes after the page, which stands without it while the connection is away. */
// biome-ignore lint/suspicious/noExplicitAny: as `lazy` of React itself says what it takes.
export const late = <Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> => lazy(() => onceOnline(load));

/** How the script keeps out of the page's way: it says little, and throws nothing. */
import { source } from './network';

/** What was said, each once. */
export const told = new Set<string>();

/** Says something to whoever builds the page, once. */
export const tell = (text: string): void => {
  if (!told.has(text)) {
    told.add(text);
    // biome-ignore lint/suspicious/noConsole: it is for whoever builds the page, and they look there
    console.info(`${source?.host}: ${text}`);
  }
};

/** Runs a step of the tag; a failure ends the step and nothing else. */
export const quietly =
  <A extends unknown[]>(step: (...args: A) => void) =>
  (...args: A): void => {
    try {
      step(...args);
    } catch {
      // The host page is not ours to fill with errors.
    }
  };

/** Runs a step soon, and once however often it is asked for until then. */
export const soon = (step: () => void, delayMs: number) => {
  let asked = false;
  return () => {
    if (!asked) {
      asked = true;
      setTimeout(() => {
        asked = false;
        step();
      }, delayMs);
    }
  };
};

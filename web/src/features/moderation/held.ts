/** Verdicts that are said and not sent yet: for some seconds they can be taken back. */

/** How long a verdict waits to be taken back, in milliseconds. */
export const UNDO_MS = 5_000;

/** What a verdict that was taken back ends with. */
export class TakenBack extends Error {}

interface Held {
  /** `keepalive` when the page itself is going. */
  send(keepalive: boolean): void;
  takeBack(): void;
}

const held = new Map<string, Held>();

/** Waits until the verdict of this name is to be sent; tells whether the page is going. Throws when it was taken back. */
export function hold(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => resolve(false)), UNDO_MS);
    const end = (work: () => void) => {
      clearTimeout(timer);
      held.delete(name);
      if (held.size === 0) removeEventListener('pagehide', onLeave);
      work();
    };
    if (held.size === 0) addEventListener('pagehide', onLeave);
    held.set(name, {
      send: (keepalive) => end(() => resolve(keepalive)),
      takeBack: () => end(() => reject(new TakenBack())),
    });
  });
}

const onLeave = () => sendHeld(true);

/** Takes a verdict back, if it is not sent yet. */
export const takeBack = (name: string): void => held.get(name)?.takeBack();

/** Takes the last one back that is not sent yet. */
export const takeBackLast = (): void => [...held.values()].at(-1)?.takeBack();

/** Sends what waits: whoever leaves the queue has meant it. */
export function sendHeld(keepalive = false): void {
  for (const verdict of [...held.values()]) verdict.send(keepalive);
}

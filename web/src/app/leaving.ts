/** What is still to be sent before the session ends: afterwards nobody could. */

/** The most that a log-out waits for it, in milliseconds. */
const WAIT_MS = 3_000;

const works = new Set<() => Promise<unknown>>();

/** Has something done before the session is ended; the answer takes that back. */
export function beforeLogOut(work: () => Promise<unknown>): () => void {
  works.add(work);
  return () => {
    works.delete(work);
  };
}

/** Does all of it, as far as that ends in time. */
export const finish = (): Promise<unknown> =>
  Promise.race([
    Promise.allSettled([...works].map((work) => work())),
    new Promise((resolve) => {
      setTimeout(resolve, WAIT_MS);
    }),
  ]);

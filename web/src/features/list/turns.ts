/** Changes of the same row go one after the other: what is wished last is what the server hears last. */

/** The last change that is under way, by row. */
const last = new Map<string, Promise<unknown>>();

/**
 * Does some work once everything that began earlier for one of the rows is through, whatever came of it. The work lets a row go
 * when it has nothing more to do to it, later than in the moment in which it begins.
 */
export function inTurn<T>(rows: readonly string[], work: (letGo: (row: string) => void) => Promise<T>): Promise<T> {
  const earlier = rows.flatMap((row) => last.get(row) ?? []);
  const letGo = (row: string) => {
    if (last.get(row) === mine) last.delete(row);
  };
  // The first one waits for nobody, and begins at once.
  const mine = earlier.length === 0 ? work(letGo) : Promise.allSettled(earlier).then(() => work(letGo));
  for (const row of rows) last.set(row, mine);
  const leave = () => rows.forEach(letGo);
  mine.then(leave, leave);
  return mine;
}

/** Changes of the same row go one after the other: what is wished last is what the server hears last. */

/** The last change that is under way, by row. */
const last = new Map<string, Promise<unknown>>();

/** Does some work once everything that began earlier for one of the rows is through, whatever came of it. */
export function inTurn<T>(rows: readonly string[], work: () => Promise<T>): Promise<T> {
  const earlier = rows.flatMap((row) => last.get(row) ?? []);
  // The first one waits for nobody, and begins at once.
  const mine = earlier.length === 0 ? work() : Promise.allSettled(earlier).then(work);
  for (const row of rows) last.set(row, mine);
  const leave = () => {
    for (const row of rows) if (last.get(row) === mine) last.delete(row);
  };
  mine.then(leave, leave);
  return mine;
}

/** What was changed elsewhere while a form was open. Pure. */

/** How a field is called and read where no input shows it. */
type Word<Value> = string | { label: string; text(value: Value): string };
/** The words of a form's fields. */
export type Words<Values> = { [Name in keyof Values]?: Word<Values[Name]> };

/** A field that was changed elsewhere. */
export interface Change {
  name: string;
  label: string;
  /** What stands there now, to be read. */
  theirs: string;
  /** The person before the form has changed it too, to something else. */
  isMine: boolean;
}

/** Whether two values of a field are the same. They are plain data. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const names = <Values extends object>(...all: Values[]) =>
  [...new Set(all.flatMap((values) => Object.keys(values)))] as (keyof Values & string)[];

/** The fields that differ. */
export const differing = <Values extends object>(a: Values, b: Values): (keyof Values & string)[] =>
  names(a, b).filter((name) => !same(a[name], b[name]));

/** The fields that a person has changed, for a call that leaves alone what is omitted. */
export const changedOnly = <Values extends object>(base: Values, values: Values): Partial<Values> =>
  Object.fromEntries(differing(base, values).map((name) => [name, values[name]])) as Partial<Values>;

function read(value: unknown): string {
  if (value === '' || value === null || value === undefined) return 'Empty';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value)) return value.length === 0 ? 'Nothing chosen' : `${value.length} chosen`;
  return typeof value === 'object' ? 'Changed' : String(value);
}

/** What somebody changed from `base` to `theirs`, while the form was changed to `mine`. */
export function changesOf<Values extends object>(
  base: Values,
  theirs: Values,
  mine: Values,
  words: Words<Values>,
): Change[] {
  return differing(base, theirs).map((name) => {
    const word: Word<Values[typeof name]> = words[name] ?? name;
    const value = theirs[name];
    return {
      name,
      label: typeof word === 'string' ? word : word.label,
      theirs: typeof word === 'string' ? read(value) : word.text(value),
      isMine: !same(mine[name], base[name]) && !same(mine[name], value),
    };
  });
}

/** Both changes together: what only one side has changed is as that side left it, for the rest it is said whose it is. */
export function merged<Values extends object>(
  base: Values,
  theirs: Values,
  mine: Values,
  whose: 'theirs' | 'mine',
): Values {
  const taken = differing(base, theirs).filter((name) => whose === 'theirs' || same(mine[name], base[name]));
  return { ...mine, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) };
}

/**
 * Earlier values of a form, once it has gone on from `base` to `theirs` with the values `now`: what was changed elsewhere is
 * in them too, but where the person kept a change of their own, and had made it by then.
 */
export function movedOn<Values extends object>(base: Values, theirs: Values, now: Values, earlier: Values): Values {
  const taken = differing(base, theirs).filter(
    (name) => same(now[name], theirs[name]) || same(earlier[name], base[name]),
  );
  return { ...earlier, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) };
}

/** Something to choose in a field. */
export interface Choice<Value extends string = string> {
  value: Value;
  label: string;
  /** It is shown where it was chosen, and cannot be chosen any more. */
  isClosed?: boolean;
}

/** What has a name; what is not active is closed. */
interface Entry {
  id: number | string;
  name: string;
  is_active?: boolean;
}

/** Labels by value, or what has a name. */
export type Options = Readonly<Record<string, string>> | readonly Entry[];

const choiceOf = ({ id, name, is_active: isActive = true }: Entry): Choice => ({
  value: String(id),
  label: `${name || id}${isActive ? '' : ' (closed)'}`,
  ...(isActive ? {} : { isClosed: true }),
});

/** Labels by value, or entries of a dictionary, as choices; one without a name is called by its id. */
export function choicesOf<Value extends string | number>(labels: Readonly<Record<Value, string>>): Choice<`${Value}`>[];
export function choicesOf(options: Options | undefined): Choice[];
export function choicesOf(options: Options | undefined = []): Choice[] {
  return Array.isArray(options)
    ? options.map(choiceOf)
    : Object.entries(options).map(([value, label]) => ({ value, label }));
}

/** What can be chosen, and what is closed where it is: it can be taken out, and not in again. */
export const openTo = (choices: readonly Choice[], chosen: readonly string[]): Choice[] =>
  choices.filter(({ value, isClosed }) => !isClosed || chosen.includes(value));

/** The names of what was chosen. */
export const named = (choices: readonly Choice[], ids: readonly string[]): string =>
  ids.map((id) => choices.find((choice) => choice.value === id)?.label ?? id).join(', ') || 'Nothing chosen';

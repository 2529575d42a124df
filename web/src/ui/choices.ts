/** Something to choose in a field. */
export interface Choice<Value extends string = string> {
  value: Value;
  label: string;
}

/** Labels by value, or what has a name. */
export type Options = Readonly<Record<string, string>> | readonly { id: number | string; name: string }[];

/** Labels by value, or entries of a dictionary, as choices; one without a name is called by its id. */
export function choicesOf<Value extends string | number>(labels: Readonly<Record<Value, string>>): Choice<`${Value}`>[];
export function choicesOf(options: Options | undefined): Choice[];
export function choicesOf(options: Options | undefined = []): Choice[] {
  return Array.isArray(options)
    ? options.map(({ id, name }) => ({ value: String(id), label: name || String(id) }))
    : Object.entries(options).map(([value, label]) => ({ value, label }));
}

/** The names of what was chosen. */
export const named = (choices: readonly Choice[], ids: readonly string[]): string =>
  ids.map((id) => choices.find((choice) => choice.value === id)?.label ?? id).join(', ') || 'Nothing chosen';

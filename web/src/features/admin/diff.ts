import { capital } from '~/lib/format';

/** A field that a change altered. Undefined where it was not there. */
export interface FieldChange {
  name: string;
  before: unknown;
  after: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What a new thing has not said. */
const isNothing = (value: unknown): boolean =>
  value === null || value === '' || value === 0 || (Array.isArray(value) && value.length === 0);

/** The fields that differ between two states of a thing; nested ones by their path. */
export function changesBetween(before: unknown, after: unknown, path = ''): FieldChange[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => changesBetween(before[name], after[name], path ? `${path}.${name}` : name));
  }
  if (isObject(after) && (before === null || before === undefined)) {
    return Object.entries(after).flatMap(([name, value]) =>
      isNothing(value) ? [] : changesBetween(undefined, value, path ? `${path}.${name}` : name),
    );
  }
  return same(before, after) ? [] : [{ name: path, before, after }];
}

/** What an entry of the log is read for. */
interface Entry {
  action: string;
  before?: unknown;
  after?: unknown;
  actor?: { id: number } | null | undefined;
}

/** A call that staff were refused: what it was, and why; undefined for a change. */
export function refusedCall({ action, after }: Entry): { tried: string; why: string } | undefined {
  if (action !== 'refuse_call' || !isObject(after)) return undefined;
  const { operation, why } = after;
  return { tried: String(operation ?? '').replaceAll('_', ' '), why: String(why ?? '') };
}

/** Who made or approved what another person checks, of a decision by two persons. */
export function firstSeat({ before, actor }: Entry): number | undefined {
  if (!isObject(before) || !actor) return undefined;
  const first = [before.confirm_by, before.approved_by, before.made_by].find((id) => typeof id === 'number');
  return typeof first === 'number' && first !== actor.id ? first : undefined;
}

/** What an entry says was done, in a few words. */
export function entryName(entry: Entry): string {
  const refused = refusedCall(entry);
  return refused ? `Tried to ${refused.tried}` : actionName(entry.action);
}

/** `update_account_notices` to "Update account notices". */
export function actionName(action: string): string {
  return capital(action.replaceAll('_', ' '));
}

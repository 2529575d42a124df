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

/** A decision by two persons: who came first, and what each of them did. */
export interface Seats {
  first: number;
  /** "made by" whom. */
  began: string;
  /** "checked by" whoever is told of. */
  ended: string;
}

/** The decisions that one person ends and another one began, with the field that names the first. Fields stay in a row for good, so that of other changes they say nothing. */
const SEATS: Readonly<Record<string, { field: string; began: string; ended: string }>> = {
  approve_correction: { field: 'made_by', began: 'made', ended: 'checked' },
  approve_promo_code: { field: 'made_by', began: 'made', ended: 'checked' },
  confirm_deposit: { field: 'confirm_by', began: 'confirmed', ended: 'checked' },
  pay_payout: { field: 'approved_by', began: 'approved', ended: 'paid' },
};

/** Who came before the one who is told of, in a decision by two persons; undefined for what one person did. */
export function seatsOf({ action, before, after, actor }: Entry): Seats | undefined {
  const seats = SEATS[action];
  if (!seats || !isObject(before) || !actor) return undefined;
  const first = before[seats.field];
  if (typeof first !== 'number' || first === actor.id) return undefined;
  // Who confirms another amount, which needs one person alone, has not checked the first one's.
  if (action === 'confirm_deposit' && (!isObject(after) || !same(before.confirm_amount, after.amount)))
    return undefined;
  return { first, began: seats.began, ended: seats.ended };
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

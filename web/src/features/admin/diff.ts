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

/** The fields that differ between two states of a thing; nested ones by their path. */
export function changesBetween(before: unknown, after: unknown, path = ''): FieldChange[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => changesBetween(before[name], after[name], path ? `${path}.${name}` : name));
  }
  if (isObject(after) && (before === null || before === undefined)) {
    return Object.entries(after).flatMap(([name, value]) =>
      value === null || value === '' ? [] : changesBetween(undefined, value, path ? `${path}.${name}` : name),
    );
  }
  return same(before, after) ? [] : [{ name: path, before, after }];
}

/** A value in a few letters. */
export function shortValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** `update_account_notices` to "Update account notices". */
export function actionName(action: string): string {
  return capital(action.replaceAll('_', ' '));
}

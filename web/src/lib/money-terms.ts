import { MOVEMENT_TYPE_LABELS, OPERATION_TYPE_LABELS } from '~/api/words';

/** Why an advertiser's balance moved. */
export const OPERATIONS: Readonly<Record<number, string>> = OPERATION_TYPE_LABELS;

/** Why a webmaster's balance moved. */
export const WEBMASTER_OPERATIONS: Readonly<Record<number, string>> = MOVEMENT_TYPE_LABELS;

/** A name for an operation; an unknown one is named by its number. */
export function operationName(list: Readonly<Record<number, string>>, id: number): string {
  return list[id] ?? `Operation ${id}`;
}

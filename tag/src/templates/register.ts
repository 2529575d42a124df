import { found } from '../network';
import type { Part } from '../wire';

/** Hands what arrived in a file of its own to the script of the same network that asked for it. */
export function register(part: Part): void {
  (found() as ((part: Part) => void) | undefined)?.(part);
}

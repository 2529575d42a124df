import type { Template } from '../../render/types';
import { found } from '../network';

/** Hands a template that arrived in a file of its own to the script of the same network that asked for it. */
export function register(template: Template): void {
  (found() as ((template: Template) => void) | undefined)?.(template);
}

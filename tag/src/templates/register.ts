import type { Template } from '../../render/types';

/** Hands a template that arrived in a file of its own to the tag that asked for it. */
export function register(template: Template): void {
  (window as { __placard?: (template: Template) => void }).__placard?.(template);
}

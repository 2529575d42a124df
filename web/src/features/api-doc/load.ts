import type { ComponentType } from 'react';

/** The element that holds the reference. */
export const REFERENCE_ID = 'api-reference';

/**
 * The reference, or null where the page brought it along as HTML: then it is neither loaded nor drawn again, because it
 * is large and never changes.
 */
export async function loadReference(): Promise<ComponentType | null> {
  if (typeof document !== 'undefined' && document.getElementById(REFERENCE_ID)?.firstElementChild) return null;
  return (await import('./reference')).Reference;
}

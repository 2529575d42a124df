import type { ComponentType } from 'react';

/** The element that holds the guide. */
export const GUIDE_ID = 'api-guide';
/** The element that holds the reference. */
export const REFERENCE_ID = 'api-reference';

/** What the page consists of. */
export interface ApiDocParts {
  Guide: ComponentType;
  Reference: ComponentType;
}

/**
 * The parts, or null where the page brought them along as HTML: then they are neither loaded nor drawn again, because
 * they are large and never change.
 */
export async function loadParts(): Promise<ApiDocParts | null> {
  if (typeof document !== 'undefined' && document.getElementById(REFERENCE_ID)?.firstElementChild) return null;
  const [{ Guide }, { Reference }] = await Promise.all([import('./guide'), import('./reference')]);
  return { Guide, Reference };
}

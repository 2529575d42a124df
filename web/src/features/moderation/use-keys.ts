import { useEffect, useRef } from 'react';

/** Whether a key press belongs to something that is being written in, or to an open dialog. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (document.querySelector('[role="dialog"]')) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio'].includes(target.type);
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}

/**
 * Single keys that work anywhere on the page but in text fields. Letters are told in lower case. A key that is held down
 * works once, unless it `repeats`.
 */
export function useKeys(keys: Record<string, () => void>, { repeats = false } = {}): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const work = latest.current[event.key.toLowerCase()];
      if (!work || isTaken(event)) return;
      event.preventDefault();
      if (!event.repeat || repeats) work();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [repeats]);
}

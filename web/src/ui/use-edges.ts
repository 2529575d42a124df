import { type RefObject, useEffect, useState } from 'react';

/** At which sides something that scrolls sideways has more than is seen. */
interface Edges {
  left: boolean;
  right: boolean;
}

/** Follows an element, and the one in it that is wider; CSS knows its `--seen-width`. */
export function useEdges(of: RefObject<HTMLElement | null>): Edges {
  const [edges, setEdges] = useState<Edges>({ left: false, right: false });
  useEffect(() => {
    const element = of.current;
    if (!element) return;
    const look = () => {
      const left = element.scrollLeft > 0;
      // Sizes are whole numbers, places are not.
      const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
      element.style.setProperty('--seen-width', `${element.clientWidth}px`);
      setEdges((before) => (before.left === left && before.right === right ? before : { left, right }));
    };
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    if (element.firstElementChild) watcher.observe(element.firstElementChild);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [of]);
  return edges;
}

import { useEffect, useState } from 'react';

/** Pixels from the top of the window under which a section counts as the one being read. */
const READING_LINE = 160;

/** Id of the section that is being read: the last one whose head has passed the reading line. */
export function useShownSection(ids: readonly string[], ready: boolean): string | undefined {
  const [shown, setShown] = useState(ids[0]);
  useEffect(() => {
    if (!ready) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const passed = ids.filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < READING_LINE;
      });
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      // At the end short sections cannot reach the line: the one that was asked for counts, if any.
      const asked = ids.find((id) => `#${id}` === location.hash);
      const next = isAtEnd && window.scrollY > 0 ? (asked ?? ids.at(-1)) : (passed.at(-1) ?? ids[0]);
      setShown(next);
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    soon();
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
    };
  }, [ids, ready]);
  useEffect(() => {
    // A link out of a mail leads to a section, which is not there yet when the browser looks for it.
    const asked = ids.find((id) => `#${id}` === location.hash);
    if (ready && asked) document.getElementById(asked)?.scrollIntoView?.();
  }, [ids, ready]);
  useEffect(() => {
    // On a phone the navigation is a strip: the entry is kept in sight without moving the page.
    const link = document.querySelector<HTMLElement>(`[data-part="${shown}"]`);
    const strip = link?.closest('nav');
    if (link && strip && strip.scrollWidth > strip.clientWidth) {
      strip.scrollTo?.({ left: link.offsetLeft - strip.clientWidth / 2 + link.offsetWidth / 2 });
    }
  }, [shown]);
  return shown;
}

import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** A page that has come is drawn and named within this time, in milliseconds. */
const DRAWN_MS = 50;
/** How often it is looked for when it is not: its code may still be on the way. */
const LOOKS = 40;
/** The name stays this long, in milliseconds: enough to be read out, and no text of the page for whoever reads on. */
const SAID_MS = 1_500;

/**
 * Tells of another page who cannot see it: moves the focus to its landmark, unless the page has put it somewhere itself, and
 * reads its title out. Changes of the search part alone are the same page.
 */
export function PageVoice() {
  const router = useRouter();
  const [title, say] = useState('');
  useEffect(() => {
    let before: Element | null = null;
    let timer: ReturnType<typeof setTimeout>;
    const tell = (looks: number) => {
      const main = document.getElementById('main');
      if (!main && looks > 0) {
        timer = setTimeout(tell, DRAWN_MS, looks - 1);
        return;
      }
      const now = document.activeElement;
      if (now === before || !main?.contains(now)) main?.focus({ preventScroll: true });
      say(document.title);
      timer = setTimeout(say, SAID_MS, '');
    };
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        before = document.activeElement;
      }),
      router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        clearTimeout(timer);
        timer = setTimeout(tell, DRAWN_MS, LOOKS);
      }),
      () => clearTimeout(timer),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router]);
  return (
    <div className="vh" aria-live="polite">
      {title}
    </div>
  );
}

import { useMemo } from 'react';
import { spoken } from '~/lib/spoken';
import { type Measure, seenOf } from './phone-title';
import { shownFor, type Title } from './shown';

/** Measures texts in the letters of the previews; null where nothing is drawn. */
function measureIn({ letters, family = getComputedStyle(document.body).fontFamily }: Title): Measure | null {
  const context = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return null;
  context.font = `${letters} ${family}`;
  return (text) => context.measureText(text).width;
}

/** How a phone cuts a title in the template that cuts the most of it, as a sentence; null where all of it is seen. */
export function usePhoneCut(title: string, formats: readonly number[]): string | null {
  const text = spoken(title);
  const key = formats.join();
  return useMemo(() => {
    const cuts = shownFor(key.split(',').map(Number)).flatMap(({ label, title: room }) => {
      const measure = measureIn(room);
      const seen = measure && seenOf(text, room, measure);
      return seen ? [{ label, seen }] : [];
    });
    const [shortest] = cuts.sort((one, other) => one.seen.length - other.seen.length);
    return shortest ? `A phone shows in “${shortest.label}”: “${shortest.seen}”` : null;
  }, [text, key]);
}

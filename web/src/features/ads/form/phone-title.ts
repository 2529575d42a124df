/** How a title is cut where it stands. Pure. */

/** The place of a title: its width in px, and the lines that are kept. */
export interface TitleRoom {
  width: number;
  lines: number;
}

/** Tells how wide a text is, in px. */
export type Measure = (text: string) => number;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** As much of a text as a width has room for, at least one letter of it. */
function fitting(text: string, width: number, measure: Measure): string {
  let kept = '';
  for (const { segment } of letters.segment(text)) {
    if (kept !== '' && measure(kept + segment) > width) break;
    kept += segment;
  }
  return kept;
}

/**
 * A text in lines of a width, as browsers break it: between words, where the blank stays at the end, and inside of a word that no
 * line has room for.
 */
function linesOf(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(`${line} `);
    line = word;
    while (measure(line) > width) {
      const part = fitting(line, width, measure);
      if (part === line) break;
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** What is seen of a title that does not fit, with dots at its end; null where all of it is seen. */
export function seenOf(title: string, { width, lines: most }: TitleRoom, measure: Measure): string | null {
  const lines = linesOf(title, width, measure);
  if (lines.length <= most) return null;
  const last = lines[most - 1]?.trimEnd() ?? '';
  const room = width - measure('…');
  const kept = measure(last) > room ? fitting(last, room, measure) : last;
  return `${lines.slice(0, most - 1).join('')}${kept.trimEnd()}…`;
}

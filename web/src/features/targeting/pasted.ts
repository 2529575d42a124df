/** Lists that people paste: split on new lines, commas and spaces, trimmed, without repeats, at most 100 kept unless said. */
import { GROUP_FORM_LIMITS } from '~/api/words';

/** The most entries that are kept. */
export const PASTE_MAX = GROUP_FORM_LIMITS.blacklist_sites.max;

/** What became of a pasted text. */
export interface Pasted<T> {
  values: T[];
  /** `pasteMaxText` when some were cut off, `pasteInvalidText` when nothing valid remained. */
  notice: 'pasteMaxText' | 'pasteInvalidText' | null;
  /** The entries that were not valid, each once. */
  leftOut: string[];
}

/** The most left out entries that are named, and the most characters of each. */
const NAMED_MAX = 3;
const NAME_CHARS_MAX = 30;

const quoted = (entry: string) =>
  `“${[...entry].length > NAME_CHARS_MAX ? `${[...entry].slice(0, NAME_CHARS_MAX - 1).join('')}…` : entry}”`;

function leftOutWords(leftOut: readonly string[]): string {
  const more = leftOut.length - NAMED_MAX;
  const named = leftOut.slice(0, NAMED_MAX).map(quoted).join(', ');
  const what =
    leftOut.length === 1 ? '1 entry is not valid and was' : `${leftOut.length} entries are not valid and were`;
  return `${what} left out: ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** What is said of a text that was pasted into a list with so many entries at most; null for nothing. */
export function pasteWords({ notice, leftOut }: Pasted<unknown>, max: number): string | null {
  if (notice === 'pasteInvalidText') return 'Nothing valid was found in the text.';
  const said = [
    ...(notice === 'pasteMaxText' ? [`Only the first ${max} entries were kept.`] : []),
    ...(leftOut.length > 0 ? [leftOutWords(leftOut)] : []),
  ];
  return said.join(' ') || null;
}

/** What stands between entries without blanks. */
export const BETWEEN_WORDS = /[\s,]+/;

/** Reads a pasted text, adding to what is there. `parse` answers null for what is not valid. */
export function readPasted<T>(
  text: string,
  known: readonly T[],
  parse: (entry: string) => T | null,
  between = BETWEEN_WORDS,
  max: number = PASTE_MAX,
): Pasted<T> {
  const entries = text
    .split(between)
    .map((entry) => entry.trim())
    .filter(Boolean);
  const valid: T[] = [];
  const wrong = new Set<string>();
  for (const entry of entries) {
    const value = parse(entry);
    if (value === null) wrong.add(entry);
    else valid.push(value);
  }
  const leftOut = [...wrong];
  if (valid.length === 0)
    return { values: [...known], notice: leftOut.length > 0 ? 'pasteInvalidText' : null, leftOut };
  const all = [...new Set([...known, ...valid])];
  return { values: all.slice(0, max), notice: all.length > max ? 'pasteMaxText' : null, leftOut };
}

/** A positive whole number: an id. */
export const parseId = (entry: string): number | null => {
  const id = Number(entry);
  return /^\d{1,15}$/.test(entry) && id > 0 ? id : null;
};

/** Keywords may be several words: they stand between commas, semicolons or on lines of their own. */
export const BETWEEN_KEYWORDS = /[\n\r,;]+/;

/** A keyword in the form in which pages and ads are compared. */
export const parseKeyword = (entry: string): string | null =>
  entry.toLowerCase().split(/\s+/).filter(Boolean).join(' ') || null;

/** An IPv4 or IPv6 address or range in CIDR notation, as far as its characters tell; the server checks it fully. */
export const parseRange = (entry: string): string | null =>
  /^(\d{1,3}(\.\d{1,3}){3}(\/\d{1,2})?|[0-9a-f:]*:[0-9a-f:.]+(\/\d{1,3})?)$/i.test(entry) ? entry.toLowerCase() : null;

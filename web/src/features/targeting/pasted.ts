/** Lists that people paste: split on new lines, commas and spaces, trimmed, without repeats, at most 100 kept unless said. */
import { GROUP_FORM_LIMITS } from '~/api/words';

/** The most entries that are kept. */
export const PASTE_MAX = GROUP_FORM_LIMITS.blacklist_sites.max;

/** What became of a pasted text. */
export interface Pasted<T> {
  values: T[];
  /** `pasteMaxText` when some were cut off, `pasteInvalidText` when nothing valid remained. */
  notice: 'pasteMaxText' | 'pasteInvalidText' | null;
}

/** What a notice says of a list with so many entries at most. */
export const pasteNotice = (notice: NonNullable<Pasted<unknown>['notice']>, max: number = PASTE_MAX): string =>
  notice === 'pasteMaxText' ? `Only the first ${max} entries were kept.` : 'Nothing valid was found in the text.';

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
  const valid = entries.map(parse).filter((value) => value !== null) as T[];
  if (valid.length === 0) return { values: [...known], notice: entries.length > 0 ? 'pasteInvalidText' : null };
  const all = [...new Set([...known, ...valid])];
  return { values: all.slice(0, max), notice: all.length > max ? 'pasteMaxText' : null };
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

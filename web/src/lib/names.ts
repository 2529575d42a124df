/** English names of what the API knows by ISO codes. */

const regions = new Intl.DisplayNames(['en'], { type: 'region' });
const languages = new Intl.DisplayNames(['en'], { type: 'language' });

const nameIn = (names: Intl.DisplayNames, code: string): string => {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
};

/** A country's name; the code itself when there is none. */
export const countryName = (code: string): string => nameIn(regions, code);

/** A language's name; the code itself when there is none. */
export const languageName = (code: string): string => nameIn(languages, code);

/** Names that are written out; beyond, they are counted. */
const NAMED_MAX = 4;

/** "Germany, Austria", or "Germany, Austria, France and 5 more". */
export function someOf(names: readonly string[]): string {
  if (names.length <= NAMED_MAX) return names.join(', ');
  return `${names.slice(0, NAMED_MAX - 1).join(', ')} and ${names.length - NAMED_MAX + 1} more`;
}

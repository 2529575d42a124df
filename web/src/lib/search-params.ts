/** The most characters that are searched for: the API takes no more. */
export const PHRASE_MAX = 200;

/**
 * One value of the page's own address. JSON is used only where it reads back to the very same text, so that an id, `1e5`
 * or `007` typed into a search box stays what was typed.
 */
function parseValue(text: string): unknown {
  if (text.startsWith('[') || text.startsWith('{')) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text !== '' && String(Number(text)) === text && Number.isFinite(Number(text))) return Number(text);
  return text;
}

/** Reads the search part of an address; a name that comes twice becomes a list. */
export function parseSearch(search: string): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, text] of new URLSearchParams(search)) {
    const value = parseValue(text);
    const before = out[name];
    if (before === undefined) out[name] = value;
    else out[name] = Array.isArray(before) ? [...before, value] : [before, value];
  }
  return out;
}

/** Writes the search part of an address; lists and objects as JSON, undefined and empty strings not at all. */
export function stringifySearch(search: Record<string, unknown>): string {
  const out = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue;
    out.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const text = out.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}

/** Longest path that is followed, in characters. */
const LENGTH_MAX = 2_000;
/** How often a path may be percent-encoded over and over before it is taken for a trick. */
const DECODINGS_MAX = 4;
/** Stands for this site while an address is parsed; `invalid` is reserved and belongs to nobody. */
const HERE = 'https://placard.invalid';

/** Whether a browser would read something else than what stands there: it drops tabs and newlines and turns `\` to `/`. */
function hasTrick(text: string): boolean {
  if (text.includes('\\')) return true;
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

/**
 * The path, search and hash of an address inside this site, as a browser would read them; null for everything else: other
 * origins in any disguise (`//evil`, `/\evil`, tabs, `/..//evil`, the same percent-encoded), schemes, overlong text.
 */
export function safePath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LENGTH_MAX || !value.startsWith('/') || hasTrick(value)) return null;
  if (!URL.canParse(value, HERE)) return null;
  const url = new URL(value, HERE);
  if (url.origin !== HERE) return null;
  let path = url.pathname;
  for (let round = 0; round < DECODINGS_MAX; round += 1) {
    if (path.includes('//') || /\/\.\.?(?:\/|$)/.test(path) || hasTrick(path)) return null;
    let decoded: string;
    try {
      decoded = decodeURIComponent(path);
    } catch {
      return null;
    }
    if (decoded === path) return `${url.pathname}${url.search}${url.hash}`;
    path = decoded;
  }
  return null;
}

const WANTED_KEY = 'placard.wanted';

/** Remembers the page that a visitor wanted or was on; `user` is whose session just ended, if one did. */
export function rememberWanted(storage: Pick<Storage, 'setItem'>, path: string, user: string | null): void {
  const safe = safePath(path);
  if (safe) storage.setItem(WANTED_KEY, JSON.stringify({ path: safe, user }));
}

/** The remembered page; null when there is none or another user has logged in. Forget it once a page of the user is open. */
export function wantedOf(storage: Pick<Storage, 'getItem'>, user: string): string | null {
  try {
    const wanted = JSON.parse(storage.getItem(WANTED_KEY) ?? 'null') as { path?: unknown; user?: unknown } | null;
    if (!wanted || (wanted.user && wanted.user !== user)) return null;
    return safePath(wanted.path);
  } catch {
    return null;
  }
}

/** Forgets the remembered page. */
export function forgetWanted(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(WANTED_KEY);
}

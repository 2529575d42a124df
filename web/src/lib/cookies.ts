/** The value of a cookie in `document.cookie`, decoded; null when there is none or it is spoiled. */
export function readCookie(all: string, name: string): string | null {
  for (const part of all.split(';')) {
    const at = part.indexOf('=');
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(part.slice(at + 1).trim());
    } catch {
      return null;
    }
  }
  return null;
}

/** What is written to `document.cookie`: for this site's own pages only, at most as long as `maxAge` seconds. */
export function cookieText(name: string, value: string, maxAge: number, isSecure: boolean): string {
  return `${name}=${encodeURIComponent(value)}; path=/; max-age=${maxAge}; samesite=strict${isSecure ? '; secure' : ''}`;
}

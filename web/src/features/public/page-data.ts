/**
 * What the server writes into a pre-rendered page. Where pages are pre-rendered, each value is the name of its place in
 * double braces; in the browser it is read from the page.
 */

/** The place of a value in a pre-rendered page. */
export function place(name: string): string {
  return `{{${name}}}`;
}

/** The JSON that the server wrote into the page, or null where it wrote none. */
export function pageJson(id: string): unknown {
  if (typeof document === 'undefined') return null;
  try {
    return JSON.parse(document.getElementById(id)?.textContent ?? '') as unknown;
  } catch {
    return null;
  }
}

/** The HTML that the server wrote into an element of the page, or null when this page was not pre-rendered. */
export function pageHtml(id: string): string | null {
  if (typeof document === 'undefined') return null;
  return document.getElementById(id)?.innerHTML ?? null;
}

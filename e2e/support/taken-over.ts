/** Pages that the build draws and the script takes over. */
import { expect, type Page, type Response } from '@playwright/test';

/** What the page complains about in its console. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
  return found;
}

/** Marks what the server sent: a page that was drawn anew instead of taken over has another first element. */
export async function markDrawn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const root = document.getElementById('root');
      if (document.readyState === 'interactive' && root?.firstElementChild) root.firstElementChild.id = 'drawn-before';
    });
  });
}

/** The page that stands is the one that the server sent. */
export const expectTakenOver = (page: Page) => expect(page.locator('#drawn-before')).toHaveCount(1);

/** How long a page may take, in ms. */
export const DRAWN_WITHIN_MS = 20_000;

/** Waits until the page that was opened answers to whoever uses it. */
export const takenOver = (page: Page) =>
  page.waitForFunction(() => 'hydrated' in document.documentElement.dataset, undefined, { timeout: DRAWN_WITHIN_MS });

/**
 * Waits until a page stands with its code and all that it asked for. It is looked at in each frame: assertions look every half
 * a second at last, and are there to tell what is missing.
 */
export const drawn = (page: Page) =>
  page
    .waitForFunction(
      () => {
        const headings = document.querySelectorAll('h1');
        const isThere = headings.length === 1 && headings[0]?.textContent !== 'Loading the page';
        return isThere && !document.querySelector('main [aria-busy=true]');
      },
      undefined,
      { timeout: DRAWN_WITHIN_MS },
    )
    .catch(() => undefined);

/** Opens an address as a person does who types it, and waits until its page answers. */
export async function open(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path);
  await takenOver(page);
  return answer;
}

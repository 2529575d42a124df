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

/** Waits until the page that was opened answers to whoever uses it. */
export const takenOver = (page: Page) => page.locator('html[data-hydrated]').waitFor({ state: 'attached' });

/** Opens an address as a person does who types it, and waits until its page answers. */
export async function open(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path);
  await takenOver(page);
  return answer;
}

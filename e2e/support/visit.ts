/** A reader of a page with ads, who looks at one and clicks it. */
import { expect, type Locator, type Page, type Response } from '@playwright/test';

/** An ordinary browser, which headless ones are not, on a system that the ads of other stories are not for: their clicks are counted there. */
export const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** What a report of the script's says was seen. */
const tokensIn = (response: Response): unknown[] =>
  (response.request().postDataJSON() as { tokens?: unknown[] } | null)?.tokens ?? [];

/** A card on a page, and what to call it where it fails. */
interface Card {
  name: string;
  card: Locator;
}

/** Opens a page, looks at cards for as long as a view takes, and clicks each; the first of the page when none is named. */
export async function seeAndClick(
  page: Page,
  url: string,
  cards: readonly Card[] = [{ name: 'the first card', card: page.locator('.card').first() }],
): Promise<void> {
  const views = new Set<unknown>();
  const note = (response: Response) => {
    if (!response.url().endsWith('/d/view') || response.status() !== 204) return;
    for (const token of tokensIn(response)) views.add(token);
  };
  page.on('response', note);
  // Which ads come is the network's choice: where none fits, the page is opened once more.
  await expect(async () => {
    await page.goto(url);
    await page.mouse.wheel(0, 1_500);
    for (const { name, card } of cards) await expect(card, name).toBeVisible({ timeout: 6_000 });
  }).toPass();
  // A click opens another page, and this one is not seen meanwhile.
  await cards[0]?.card.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  for (const { name, card } of cards) {
    const token = (await card.getAttribute('href'))?.split('/c/')[1];
    await expect.poll(() => views.has(token), `${name} is seen`).toBe(true);
  }
  page.off('response', note);
  const context = page.context();
  for (const { name, card } of cards) {
    await card.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const opened = context.waitForEvent('page');
    const counted = context.waitForEvent('response', (response) => /\/c\/[\w-]+/.test(response.url()));
    await card.locator('.title').click();
    expect((await counted).status(), name).toBe(302);
    await (await opened).close();
    await page.bringToFront();
  }
}

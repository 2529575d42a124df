/** On screens that most people have, what they came for is in the window: the column of money in lists, in forms the button that sends. */
import { expect, type Locator, type Page } from '@playwright/test';

/** A small laptop. A usual screen is what pages are looked at on. */
export const LAPTOP = { width: 1366, height: 768 } as const;

/** Lists with the heading of their money. */
const LISTS: Readonly<Record<string, RegExp>> = {
  '/advertiser/campaigns': /^Spent/,
  '/advertiser/campaigns/{campaignId}': /^Spent/,
  '/advertiser/campaigns/{campaignId}/groups/{groupId}': /^Spent/,
  '/advertiser/all-medias': /^Spent/,
  '/advertiser/campaigns/push': /^Spent/,
  '/advertiser/push-medias': /^Spent/,
  '/advertiser/statistics': /^Spent/,
  '/advertiser/statistics/push': /^Spent/,
  '/advertiser/clicks': /^Cost/,
  '/advertiser/finance': /^Amount/,
  '/webmaster/sites': /^Income/,
  '/webmaster/sites/{siteId}/blocks': /^Income/,
  '/webmaster/statistics': /^Income/,
  '/webmaster/clicks': /^Earning/,
  '/webmaster/finance': /^Amount/,
  '/webmaster/finance/payments': /^Amount/,
  '/admin/payouts': /^Amount/,
  '/admin/deposits': /^Asked for/,
  '/admin/statistics': /^Margin/,
};

/** Forms with the button that sends them. */
const FORMS: Readonly<Record<string, string>> = {
  '/advertiser/campaigns/create': 'Create the campaign',
  '/advertiser/campaigns/{campaignId}/edit': 'Save',
  '/advertiser/campaigns/{campaignId}/groups/{groupId}/edit': 'Save',
  '/advertiser/campaigns/{campaignId}/groups/{groupId}/medias/create': 'Send to moderation',
  '/advertiser/campaigns/push/{pushUUID}/edit': 'Save',
  '/advertiser/campaigns/push/{pushUUID}/medias/create': 'Send to moderation',
  '/webmaster/sites/create': 'Add the site',
  '/webmaster/sites/{siteId}/edit': 'Save',
};

/** A page all of whose figures are in sight. */
const FIGURES = '/webmaster/sites/{siteId}';

/** The patterns of pages of which something is said here. */
export const IN_SIGHT: readonly string[] = [...Object.keys(LISTS), ...Object.keys(FORMS), FIGURES];

/** By how many px an element reaches out of what can be seen of a row without scrolling. */
export const hidden = (element: Locator): Promise<number> =>
  element.evaluate((cell) => {
    let [from, to] = [0, document.documentElement.clientWidth];
    for (let around = cell.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === 'visible') continue;
      const box = around.getBoundingClientRect();
      [from, to] = [Math.max(from, box.left), Math.min(to, box.right)];
    }
    const { left, right } = cell.getBoundingClientRect();
    return Math.max(from - left, right - to);
  });

/** Whether an element is what stands at its lower edge, and nothing over it. */
const isUncovered = (element: Locator): Promise<boolean> =>
  element.evaluate((item) => {
    const { left, bottom } = item.getBoundingClientRect();
    return item.contains(document.elementFromPoint(left + 4, bottom - 2));
  });

/** What somebody came for to the page of a pattern is in sight, as wide as the page is. */
async function expectInSight(page: Page, pattern: string): Promise<void> {
  const main = page.getByRole('main');
  const width = `${pattern} at ${page.viewportSize()?.width} px`;
  const money = LISTS[pattern];
  if (money) {
    const column = main.getByRole('columnheader', { name: money }).first();
    await expect(column, pattern).toBeVisible();
    await expect.poll(() => hidden(column), width).toBeLessThanOrEqual(1);
  }
  const name = FORMS[pattern];
  if (name) {
    await expect(main.getByRole('button', { name, exact: true }), width).toBeInViewport({ ratio: 1 });
    // What is missing is read beside the button, not under it.
    const last = page.getByRole('complementary', { name: 'Summary' }).getByRole('listitem').last();
    await expect.poll(() => isUncovered(last), width).toBe(true);
  }
  if (pattern === FIGURES) {
    const tiles = page.getByRole('region', { name: /^figures of/ }).getByRole('button');
    await expect(tiles).toHaveCount(6);
    await expect.poll(() => hidden(tiles.last()), width).toBeLessThanOrEqual(1);
  }
}

/** The same as wide as the page is, and on a laptop; nothing of a page of which nothing is said here. */
export async function expectInSightOfMost(page: Page, pattern: string): Promise<void> {
  if (!IN_SIGHT.includes(pattern)) return;
  await expectInSight(page, pattern);
  await page.setViewportSize(LAPTOP);
  await expectInSight(page, pattern);
}

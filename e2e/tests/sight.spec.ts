/** On screens that most people have, what they came for is in the window: the column of money in lists, in forms the button that sends. */
import { expect, type Locator } from '@playwright/test';
import { beginCampaign, CAMPAIGNS, SPRING } from '../support/campaign.ts';
import type { Role } from '../support/routes.ts';
import { test } from '../support/test.ts';

/** A small laptop, and a usual screen. */
const SIZES = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
] as const;

const PUSH = `/advertiser/campaigns/push/${process.env.E2E_PUSH}`;

/** Lists with the heading of their money. */
const LISTS: Partial<Record<Role, readonly (readonly [path: string, heading: RegExp])[]>> = {
  advertiser: [
    ['/advertiser/campaigns', /^Spent/],
    ['/advertiser/campaigns/1', /^Spent/],
    ['/advertiser/campaigns/1/groups/1', /^Spent/],
    ['/advertiser/all-medias', /^Spent/],
    ['/advertiser/campaigns/push', /^Spent/],
    ['/advertiser/push-medias', /^Spent/],
    ['/advertiser/statistics', /^Spent/],
    ['/advertiser/statistics/push', /^Spent/],
    ['/advertiser/clicks', /^Cost/],
    ['/advertiser/finance', /^Amount/],
  ],
  webmaster: [
    ['/webmaster/sites', /^Income/],
    ['/webmaster/sites/1/blocks', /^Income/],
    ['/webmaster/statistics', /^Income/],
    ['/webmaster/clicks', /^Earning/],
    ['/webmaster/finance', /^Amount/],
    ['/webmaster/finance/payments', /^Amount/],
  ],
  god: [
    ['/admin/payouts', /^Amount/],
    ['/admin/deposits', /^Asked for/],
    ['/admin/statistics', /^Margin/],
  ],
};

/** Forms with their buttons. */
const FORMS: Partial<Record<Role, readonly (readonly [path: string, button: string])[]>> = {
  advertiser: [
    ['/advertiser/campaigns/create', 'Create the campaign'],
    ['/advertiser/campaigns/1/edit', 'Save'],
    ['/advertiser/campaigns/1/groups/1/edit', 'Save'],
    ['/advertiser/campaigns/1/groups/1/medias/create', 'Send to moderation'],
    [`${PUSH}/edit`, 'Save'],
    [`${PUSH}/medias/create`, 'Send to moderation'],
  ],
  webmaster: [
    ['/webmaster/sites/create', 'Add the site'],
    ['/webmaster/sites/1/edit', 'Save'],
  ],
};

/** The longest name that a campaign may have. */
const LONG = 'W'.repeat(200);

/** By how many px an element reaches out of what can be seen of a row without scrolling. */
const hidden = (element: Locator): Promise<number> =>
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

for (const [role, lists] of Object.entries(LISTS) as [Role, (typeof LISTS)[Role] & {}][]) {
  test(`lists of ${role} show their money without scrolling`, async ({ walk }) => {
    for (const [path, heading] of lists) {
      const page = await walk(role, path);
      const money = page.getByRole('main').getByRole('columnheader', { name: heading }).first();
      await expect(money, path).toBeVisible();
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await expect.poll(() => hidden(money), { message: `${path} at ${size.width} px` }).toBeLessThanOrEqual(1);
      }
    }
  });
}

for (const [role, forms] of Object.entries(FORMS) as [Role, (typeof FORMS)[Role] & {}][]) {
  test(`forms of ${role} show the button that sends them without scrolling`, async ({ walk }) => {
    for (const [path, name] of forms) {
      const page = await walk(role, path);
      const button = page.getByRole('main').getByRole('button', { name, exact: true });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await expect(button, `${path} at ${size.width} px`).toBeInViewport({ ratio: 1 });
        // What is missing is read beside the button, not under it.
        const last = page.getByRole('complementary', { name: 'Summary' }).getByRole('listitem').last();
        await expect.poll(() => isUncovered(last), { message: `${path} at ${size.width} px` }).toBe(true);
      }
    }
  });
}

test('all figures of a site are in sight', async ({ walk }) => {
  const page = await walk('webmaster', '/webmaster/sites/1');
  const tiles = page.getByRole('region', { name: /^figures of/ }).getByRole('button');
  await expect(tiles).toHaveCount(6);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect.poll(() => hidden(tiles.last()), { message: `at ${size.width} px` }).toBeLessThanOrEqual(1);
  }
});

test('a long name leaves the figures beside it in sight', async ({ page }) => {
  const { headers } = await beginCampaign(page, 'long-name');
  const made = await page.request.post(CAMPAIGNS, { headers, data: { ...SPRING, name: LONG } });
  expect(made.status(), await made.text()).toBe(201);
  await page.setViewportSize(SIZES[0]);
  await page.goto('/advertiser/campaigns');
  await expect(page.getByRole('link', { name: LONG })).toBeVisible();
  expect(await hidden(page.getByRole('columnheader', { name: /^Spent/ }))).toBeLessThanOrEqual(1);
});

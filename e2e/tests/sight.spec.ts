/** A name of any length leaves in sight what stands beside it; `routes.spec.ts` looks at what is in sight of every page. */
import { expect, test } from '@playwright/test';
import { beginCampaign, CAMPAIGNS, SPRING } from '../support/campaign.ts';
import { hidden, LAPTOP } from '../support/sight.ts';

/** The longest name that a campaign may have. */
const LONG = 'W'.repeat(200);

test('a long name leaves the figures beside it in sight', async ({ page }) => {
  const { headers } = await beginCampaign(page, 'long-name');
  const made = await page.request.post(CAMPAIGNS, { headers, data: { ...SPRING, name: LONG } });
  expect(made.status(), await made.text()).toBe(201);
  await page.setViewportSize(LAPTOP);
  await page.goto('/advertiser/campaigns');
  await expect(page.getByRole('link', { name: LONG })).toBeVisible();
  expect(await hidden(page.getByRole('columnheader', { name: /^Spent/ }))).toBeLessThanOrEqual(1);
});

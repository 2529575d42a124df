import { expect, test } from '@playwright/test';
import { ROUTES } from '../support/routes.ts';
import { takenOver } from '../support/taken-over.ts';

/** Cumulative layout shift that a page may have; half a line of text that wraps anew in its first view is more. */
const CLS_LIMIT = 0.02;
const VIEWPORTS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const PAGES = [
  ...ROUTES.filter(({ isText }) => isText).map(({ path }) => path),
  '/helpCenter/first-campaign',
  '/singup',
  '/account/login',
  '/account/password/reset',
  '/account/password/reset/some-token',
  '/confirm',
  '/account/change/confirm',
];

declare global {
  interface Window {
    shifted: { sum: number; what: string[] };
  }
}

/** Runs in the page: adds up its layout shifts, and names what moved. */
function watch(): void {
  window.shifted = { sum: 0, what: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
      window.shifted.sum += entry.value;
      window.shifted.what.push(...entry.sources.map(({ node }) => (node?.textContent ?? '?').slice(0, 60)));
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

// The text stands in a fallback as wide as the font to come: a line that breaks elsewhere in it moves all below.
for (const [name, viewport] of Object.entries(VIEWPORTS)) {
  test.describe(name, () => {
    test.use({ viewport });
    for (const path of PAGES) {
      test(`${path} stands still when its fonts come late`, async ({ page }) => {
        let release = () => {};
        const painted = new Promise<void>((resolve) => {
          release = resolve;
        });
        let held = 0;
        await page.route('**/*.woff2', async (route) => {
          held += 1;
          await painted;
          await route.continue();
        });
        await page.addInitScript(watch);
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        expect(await page.evaluate(() => document.fonts.status), 'its fonts are on their way').toBe('loading');
        release();
        await takenOver(page);
        await page.waitForLoadState('load');
        // Two frames after the last font, what it moved has been counted.
        const { sum, what } = await page.evaluate(async () => {
          await document.fonts.ready;
          for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
          return window.shifted;
        });
        expect(held).toBeGreaterThanOrEqual(2);
        expect(sum, what.join('\n')).toBeLessThan(CLS_LIMIT);
      });
    }
  });
}

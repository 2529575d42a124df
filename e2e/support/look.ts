/** Screenshots to look at, and axe on every page that is looked at. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const folder = fileURLToPath(new URL('../.output/screenshots', import.meta.url));

/** Fails on any violation of WCAG 2.1 A or AA; with `colours` looks at nothing but contrast. */
export async function expectAccessible(page: Page, only?: 'colours'): Promise<void> {
  // Frames of other origins, for which axe opens a second page each time, there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (only) axe.withRules(['color-contrast']);
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']);
  const { violations } = await axe.analyze();
  const told = violations.map(
    (violation) => `${violation.id}: ${violation.help}\n  ${violation.nodes.map((node) => node.html).join('\n  ')}`,
  );
  expect(told, `axe on ${page.url()}`).toEqual([]);
}

type Scheme = 'light' | 'dark';
/** How long a change of scheme may take to be drawn, in ms. */
const SCHEME_FOLLOWS_MS = 2_000;
const [WIDE, NARROW] = [1440, 360];
/** A picture ends here, in px: one of the whole API reference takes a minute to draw and shows the same over and over. */
const TALLEST = 6_000;

/** Takes the page as it is at a width in a scheme; it must not scroll sideways. */
async function picture(page: Page, name: string, width: number, scheme: Scheme): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // What stands behind another page is not drawn.
  await page.bringToFront();
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 900 });
  // The application follows in a moment; a page that still waits for its code follows later.
  await page
    .waitForFunction((wanted) => document.documentElement.dataset.mantineColorScheme === wanted, scheme, {
      timeout: SCHEME_FOLLOWS_MS,
    })
    .catch(() => undefined);
  // What measures itself draws again after the change of size.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({
    path: `${folder}/${name}-${width}-${scheme}.png`,
    fullPage: true,
    ...(height > TALLEST && { clip: { x: 0, y: 0, width, height: TALLEST } }),
  });
}

async function restore(page: Page): Promise<void> {
  await page.setViewportSize({ width: WIDE, height: 900 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** Takes the page at 1440 and 360 px in light and dark, checks it with axe in both, and that it never scrolls sideways. */
export async function look(page: Page, name: string): Promise<void> {
  await picture(page, name, NARROW, 'light');
  await picture(page, name, WIDE, 'light');
  await expectAccessible(page);
  await picture(page, name, NARROW, 'dark');
  await picture(page, name, WIDE, 'dark');
  // The dark page has the same elements in other colours.
  await expectAccessible(page, 'colours');
  await restore(page);
}

/** As `look`, with half the pictures: wide in light, narrow in dark. For what has many states, and for many pages. */
export async function glance(page: Page, name: string): Promise<void> {
  await picture(page, name, NARROW, 'dark');
  await expectAccessible(page, 'colours');
  await picture(page, name, WIDE, 'light');
  await expectAccessible(page);
}

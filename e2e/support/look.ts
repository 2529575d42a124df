/** Pages as a person sees them: nothing scrolls sideways, axe finds nothing, and with LOOK=1 pictures to look at. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

const folder = fileURLToPath(new URL('../.output/screenshots', import.meta.url));
/** Pictures cost more than everything else here, and nothing compares them: they are taken for whoever wants to see them. */
const TAKES_PICTURES = Boolean(process.env.LOOK);
/** A picture ends here, in px: one of the whole API reference takes a minute to draw and shows the same over and over. */
const TALLEST = 6_000;

/** Half as long as what the package itself would put into a page: that took longer than many a look. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Scheme = 'light' | 'dark';
const [WIDE, NARROW] = [1440, 360];
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/**
 * What of a page is looked at: all of it, what is not its frame, or the form, the dialog, the row that a story is about. Each page
 * is looked at as a whole once, by `routes.spec.ts`, and axe takes as long as what it looks at is large.
 */
type Part = 'html' | 'main' | Locator;

/** Fails on any violation of WCAG 2.1 A or AA; `only` looks at nothing but contrast, or at all else. */
export async function expectAccessible(page: Page, part: Part = 'html', only?: 'colours' | 'structure'): Promise<void> {
  // Its wrapper for Playwright needs a newer Node than the project does.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const looked = typeof part === 'string' ? part : await part.elementHandle();
  if (!looked) throw new Error('nothing to look at');
  const violations = await page.evaluate(
    async ([context, options]) => {
      const { axe: loaded } = window as unknown as { axe: typeof axe };
      const found = await loaded.run(context, options);
      return found.violations.map(({ id, help, nodes }) => ({ id, help, html: nodes.map((node) => node.html) }));
    },
    [
      looked,
      {
        runOnly: only === 'colours' ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: WCAG },
        rules: {
          // Who speaks to a page says what stands there; axe takes it for an experiment and leaves it out.
          ...(only !== 'colours' && { 'label-content-name-mismatch': { enabled: true } }),
          // How links stand out of their text is about colours, too, and takes longer than all else on a long page.
          ...(only === 'structure' && {
            'color-contrast': { enabled: false },
            'link-in-text-block': { enabled: false },
          }),
        },
        // Frames of other origins there are none.
        iframes: false,
        // What passed is not told: on a long page that takes as long as finding out.
        resultTypes: ['violations'],
      } satisfies RunOptions,
    ] as const,
  );
  const told = violations.map(({ id, help, html }) => `${id}: ${help}\n  ${html.join('\n  ')}`);
  expect(told, `axe on ${page.url()}`).toEqual([]);
}

/** Shows the page at a width, the one of a phone unless another is said, where it must not scroll sideways. */
export async function expectFits(page: Page, name: string, width: number = NARROW): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  // What measures itself draws again after the change of size.
  const overflow = await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
  expect(overflow, `${name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
}

/** Shows the page in a scheme, as somebody's system wishes it. */
async function show(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await expectDrawn(page, scheme);
}

/** Waits until what is looked at has the colours of the scheme: the application follows the system's wish in a moment. */
const expectDrawn = (page: Page, scheme: Scheme) =>
  page.waitForFunction((wanted) => {
    const { documentElement: root } = document;
    const isIn = root.dataset.mantineColorScheme === wanted && getComputedStyle(root).colorScheme === wanted;
    // A colour on its way is none that anybody reads.
    return isIn && !document.getAnimations().some((animation) => animation instanceof CSSTransition);
  }, scheme);

/** Takes a picture of the whole page as it stands, if somebody wants to look at it. */
async function picture(page: Page, name: string, width: number, scheme: Scheme): Promise<void> {
  if (!TAKES_PICTURES) return;
  mkdirSync(folder, { recursive: true });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({
    path: `${folder}/${name}-${width}-${scheme}.png`,
    fullPage: true,
    ...(height > TALLEST && { clip: { x: 0, y: 0, width, height: TALLEST } }),
  });
}

const schemeOf = (page: Page): Promise<Scheme> =>
  page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));

/**
 * Looks at the page at 360 and 1440 px, and at its colours in light and in dark. It is left wide, in the scheme in which it was
 * not opened: to draw all of it anew is half of what a look costs.
 */
export async function look(page: Page, name: string, part: Part = 'html'): Promise<void> {
  const other = (await glance(page, name, part)) === 'light' ? 'dark' : 'light';
  await show(page, other);
  // The same elements in other colours.
  await expectAccessible(page, part, 'colours');
  await picture(page, name, WIDE, other);
}

/**
 * As `look`, in the scheme in which the page stands: for states of a page whose colours are looked at in another one; with
 * `structure` none are.
 */
export async function glance(page: Page, name: string, part: Part = 'html', only?: 'structure'): Promise<Scheme> {
  const scheme = await schemeOf(page);
  await expectFits(page, name, NARROW);
  await picture(page, name, NARROW, scheme);
  await expectFits(page, name, WIDE);
  await expectDrawn(page, scheme);
  await expectAccessible(page, part, only);
  await picture(page, name, WIDE, scheme);
  return scheme;
}

/**
 * Looks at a page at 360 px and in dark, and at 1440 px and in light; what is not colour, in the latter. It begins as the page
 * stands and leaves it as the other: to draw all of it anew costs as much as to go to another page. `wide` is done while it is
 * wide, and may change its size.
 */
export async function lookBothWays(page: Page, name: string, wide?: () => Promise<void>): Promise<void> {
  const ways = [
    { scheme: 'light', width: WIDE },
    { scheme: 'dark', width: NARROW },
  ] as const;
  const stands = await schemeOf(page);
  for (const { scheme, width } of stands === 'light' ? ways : [...ways].reverse()) {
    if (scheme !== stands) await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await expectFits(page, name, width);
    await expectDrawn(page, scheme);
    await expectAccessible(page, 'html', scheme === 'dark' ? 'colours' : undefined);
    await picture(page, name, width, scheme);
    if (width === WIDE) await wide?.();
  }
}

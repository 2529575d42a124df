/**
 * How every template looks: on a phone, a tablet and a desktop, light and dark, drawn by the built script and held against the
 * picture that is committed. After a change that is meant: `npm run references --workspace e2e`, and look at what changed.
 *
 * Fonts come from the project's packages and nothing is smoothed by the machine's taste, so that the same browser draws the same
 * everywhere. Pictures have half the size: a border of a pixel still is one.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import definitions from '../../tag/render/templates.json' with { type: 'json' };
import config from '../playwright.config.ts';
import { type FakeBlock, openHostPage } from '../support/host-page.ts';

/** Columns on a phone, a tablet and a desktop: their widths, and the most ads in them, so that the files stay small. */
const COLUMNS = [
  { width: 328, ads: 1 },
  { width: 720, ads: 2 },
  { width: 1032, ads: 4 },
];
const SCHEMES = ['light', 'dark'];
const PAGES = { light: '#faf8f5', dark: '#12100f' };
/** How far the brightness of a pixel may be off, from 0 to 1: two or three steps of 255, as processors may round in their own way. */
const THRESHOLD = 0.01;
/** How many pixels may be off: fewer than the side of any card has. */
const PIXELS_MAX = 24;

test.use({
  deviceScaleFactor: 0.5,
  launchOptions: {
    ...config.use?.launchOptions,
    args: [
      ...(config.use?.launchOptions?.args ?? []),
      '--font-render-hinting=none',
      '--disable-lcd-text',
      '--disable-font-subpixel-positioning',
      '--force-color-profile=srgb',
    ],
  },
});

const resolve = createRequire(new URL('../../web/package.json', import.meta.url)).resolve;
const embedded = (file: string | URL) => `url(data:font/woff2;base64,${readFileSync(file).toString('base64')})`;
const FONTS = `
@font-face{font-family:Sans;font-weight:100 900;src:${embedded(resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'))}}
@font-face{font-family:News;font-weight:200 800;src:${embedded(new URL('../../crates/server/assets/demo/fonts/newsreader.woff2', import.meta.url))}}
body{margin:0;font:16px/1.5 News}
section{display:flex;gap:24px;align-items:flex-start;width:max-content;padding:20px}`;

/** A picture of few colours that shows how it is cut, in two kinds. */
const PICTURES = ['#1f7a74', '#d9472b'].map(
  (ground) =>
    `data:image/svg+xml,${encodeURIComponent(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 270"><path fill="${ground}" d="M0 0h480v270H0z"/><circle cx="240" cy="135" r="90" fill="#f0b43c"/><path d="M0 0h40v270H0zM440 0h40v270h-40z" fill="#221c18"/></svg>`,
    )}`,
);

/** Puts the project's fonts and pictures into the place of the machine's and the advertisers', and waits for them. */
const settle = (page: Page) =>
  page.evaluate(async (pictures) => {
    const roots = [...document.querySelectorAll('[data-placard]')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    for (const root of roots) {
      root.adoptedStyleSheets = root.adoptedStyleSheets.map((sheet) => {
        const text = [...sheet.cssRules].map((rule) => rule.cssText).join('\n');
        const own = new CSSStyleSheet();
        own.replaceSync(text.replaceAll(/\bsystem-ui\b/g, 'Sans').replaceAll(/\bGeorgia\b/g, 'News'));
        return own;
      });
    }
    await Promise.all(
      ['400 16px Sans', '600 16px Sans', '700 16px Sans', '400 16px News'].map((font) => document.fonts.load(font)),
    );
    const images = roots.flatMap((root) => [...root.querySelectorAll('img')]);
    images.forEach((image, index) => {
      image.src = pictures[index % pictures.length] ?? '';
    });
    await Promise.all(images.map((image) => image.decode()));
  }, PICTURES);

for (const { name, fields } of definitions) {
  test(`${name} looks as it did`, async ({ page }) => {
    await page.setViewportSize({ width: 2200, height: 4000 });
    const count = (key: string) => Number(fields.find((field) => field.key === key)?.default ?? 1);
    const blocks: Record<number, FakeBlock> = {};
    let body = '';
    for (const scheme of SCHEMES) {
      const places = COLUMNS.map(({ width, ads }) => {
        const id = Object.keys(blocks).length + 1;
        blocks[id] = { template: name, config: { scheme }, ads: Math.min(ads, count('rows') * count('columns')) };
        return `<div style="width:${width}px"><div data-placard="${id}"></div></div>`;
      });
      body += `<section style="background:${PAGES[scheme as 'light']}">${places.join('')}</section>`;
    }
    await openHostPage(page, `<style>${FONTS}</style><main style="width:max-content">${body}</main>`, blocks);
    await expect(page.locator('[data-placard] .root')).toHaveCount(COLUMNS.length * SCHEMES.length);
    await settle(page);
    await expect(page.locator('main')).toHaveScreenshot(`${name}.png`, {
      scale: 'device',
      threshold: THRESHOLD,
      maxDiffPixels: PIXELS_MAX,
    });
  });
}

// Draws the pictures that stand beside an address where it is sent (Open Graph), 1200 x 630, into public/og. They are
// committed: run `node og.mjs` after a change of words or colours. Needs Chromium (CHROMIUM names another one).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const base64 = (path) => readFileSync(here(path)).toString('base64');
const fontFile = (name) => `../node_modules/@fontsource-variable/${name}.woff2`;

const DISPLAY = base64(fontFile('bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal'));
const WORDS = base64(fontFile('inter/files/inter-latin-wght-normal'));
const tokens = readFileSync(here('./src/theme/tokens.css'), 'utf8');
const art = (name) =>
  `<img alt="" src="data:image/svg+xml;base64,${base64(`./src/features/preview/art/${name}.svg`)}">`;

const style = `
  @font-face { font-family: "Bricolage Grotesque Variable"; font-weight: 200 800; font-stretch: 75% 100%; src: url(data:font/woff2;base64,${DISPLAY}); }
  @font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url(data:font/woff2;base64,${WORDS}); }
  ${tokens}
  * { box-sizing: border-box; margin: 0; }
  body { width: 1200px; height: 630px; overflow: hidden; position: relative; padding: 56px 64px; background: var(--bg); color: var(--fg); }
  h1 { font: 800 var(--size, 158px) / 0.86 var(--font-display); font-stretch: 77%; letter-spacing: -0.025em; margin-left: -0.03em; white-space: pre-line; position: relative; z-index: 1; }
  .logo { position: absolute; left: 64px; bottom: 52px; display: flex; align-items: center; gap: 14px; font: 800 40px / 1 var(--font-display); font-stretch: 88%; letter-spacing: -0.02em; }
  .logo svg { width: 34px; height: 44px; fill: var(--mark); }
  .line { position: absolute; right: 64px; bottom: 58px; font: 500 26px / 32px var(--font-ui); }
  .shape { position: absolute; right: -60px; bottom: -150px; width: 560px; height: 560px; }
  .wall { display: flex; justify-content: space-between; --size: 238px; line-height: 0.9; font-stretch: 80%; white-space: nowrap; }
  .stick { position: relative; padding-bottom: 0.14em; }
  .stick::after { content: ""; position: absolute; left: 0; top: 20%; bottom: -0.06em; width: 0.13em; background: var(--accent); }
  .board { position: relative; z-index: 1; display: block; padding: 0 0.1em 0.09em; background: var(--accent); color: var(--board-text); }
  .ads { position: absolute; left: 64px; right: 64px; top: 260px; display: grid; grid-template-columns: repeat(3, 1fr); gap: 24px; }
  .ads img { width: 100%; aspect-ratio: 16/9; object-fit: cover; display: block; }
`;
const LOGO = '<div class="logo"><svg viewBox="0 0 17 22"><path d="M0 0h17v13.5H4.5V22H0z"/></svg>Placard</div>';
const SOLID = '<path d="M0 0h300v230H78v170H0z" fill="var(--poster-deep)"/>';
const DASHED =
  '<path d="M4 4h292v226H78v166H4z" fill="none" stroke="var(--ink-poster-line)" stroke-width="3" stroke-dasharray="14 12"/>';
const shape = (path) => `<svg class="shape" viewBox="0 0 400 400">${path}</svg>`;
const VERMILION = '--bg: var(--poster); --fg: var(--on-poster); --mark: var(--on-poster)';
const INK = '--bg: var(--ink-poster); --fg: var(--on-ink-poster); --mark: var(--accent)';
const WHITE = '--bg: var(--surface); --fg: var(--text); --mark: var(--accent)';

const PICTURES = {
  home: [
    WHITE,
    '<h1 class="wall"><span>Your ad</span><span class="stick"><span class="board">here.</span></span></h1>',
    'Native ads and push, in the open',
  ],
  advertiser: [VERMILION, `${shape(SOLID)}<h1>Pay for\nthe click\nthat counts.</h1>`, ''],
  webmaster: [INK, `${shape(DASHED)}<h1>Rent out\nyour empty\nwall.</h1>`, ''],
  samples: [
    WHITE,
    `<h1>Ad samples</h1><div class="ads">${art('harbor')}${art('lemon')}${art('cabin')}</div>`,
    'Live, on phone and desktop',
  ],
  help: [INK, `${shape(DASHED)}<h1>How can\nwe help?</h1>`, ''],
  policies: [WHITE, '<h1>The small print,\nset large.</h1>', 'Terms and privacy'],
};

mkdirSync(here('./public/og'), { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' });
for (const [name, [colours, body, line]] of Object.entries(PICTURES)) {
  await page.setContent(
    `<!doctype html><html data-theme="light"><style>${style}</style><body style="${colours}">${body}${LOGO}<p class="line">${line}</p></body></html>`,
  );
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ type: 'png' });
  writeFileSync(here(`./public/og/${name}.png`), png);
  console.log(`og/${name}.png: ${(png.length / 1000).toFixed(1)} kB`);
}
await browser.close();

/** The built script on real pages of every strictness, served over HTTP: what they forbid, change, frame and keep. */
import { expect, type Page, test } from '@playwright/test';
import { page as html, type Served, serve } from '../support/network.mjs';

const one = (template: string, ads = 1) => ({ template, ads });
const BLOCKS = {
  1: { ...one('image-top', 3), config: { columns: 3, columns_tablet: 3, columns_phone: 3 } },
  2: one('push'),
  3: one('swiper', 6),
  4: { ...one('', 0), passback: '<b>Our own news</b>', why: 'no campaign wants this page' },
  5: { ...one('image-top', 0), why: 'no campaign wants this page' },
};
const place = (block: number | string) => `<div data-placard="${block}"></div>`;
const PLACES = [1, 2, 3, 4].map(place).join('');
const STRICT = "default-src 'none'; connect-src NETWORK; img-src NETWORK data:; form-action 'none'; base-uri 'none'";
/** Tells the violations of the page's policy. */
const TELL = `addEventListener('securitypolicyviolation', (event) => console.error(event.violatedDirective, event.blockedURI));`;
const nonced = (csp: string, body = PLACES) => ({
  html: html(body, `<script nonce="r4nd0m">${TELL}</script><script nonce="r4nd0m" async src="NETWORK/p.js"></script>`),
  headers: { 'content-security-policy': `${STRICT}; script-src 'nonce-r4nd0m'; ${csp}` },
});

/** What pages of other times have done to the language, and what careful ones do. */
const HOSTILE = `
  Array.prototype.toJSON = () => 'broken'; String.prototype.toJSON = () => 'broken';
  Array.from = () => { throw new Error('not this one'); };
  window.JSON = {}; window.Promise = function () { throw new Error('not this one'); };
  window.fetch = () => 'no promise';
  for (const it of [Object, Function, Array, String, RegExp, Map, Set, WeakMap, Element, HTMLElement, Node, EventTarget])
    Object.freeze(it.prototype);`;

/** A post as WordPress prints it with a classic theme: paragraphs around everything that an author pastes. */
const WORDPRESS = `<style>.entry-content p{margin:0 0 1.714rem;line-height:1.714}.entry-content img{max-width:100%;height:auto}
  .entry-content a,.entry-content a:visited{color:#9f9f9f;text-decoration:underline}.entry-content div{border:0;vertical-align:baseline}</style>
  <article id="post-7" class="post-7 post type-post status-publish format-standard hentry category-news"><header class="entry-header">
  <h1 class="entry-title">A post</h1></header><div class="entry-content">
  <p>The first paragraph.</p>
  <p><script async src="NETWORK/p.js"></script></p>
  <div data-placard="1"></div>
  <p>The second paragraph.</p>
  <p><div data-placard="2"></div></p>
  <p><span data-placard="3"></span><br />
  The third paragraph.</p>
  </div></article>`;

const CONSENT = `<script>window.__tcfapi = (command, version, tell) =>
  tell({ eventStatus: 'tcloaded', tcString: 'YES', gdprApplies: true, purpose: { consents: { 1: true } } }, true);</script>`;
const FRAMED = html(place(1), `${CONSENT}<script async src="NETWORK/p.js"></script>`);

let served: Served;
test.beforeAll(async () => {
  served = await serve({
    blocks: BLOCKS,
    names: { p: 'data-placard,data-spot', new: 'data-spot,data-placard' },
    pages: {
      '/nonce': nonced("require-trusted-types-for 'script'; trusted-types placard placard-passback"),
      '/hosts': {
        html: html(PLACES, '<script src="/tell.js"></script><script async src="NETWORK/p.js"></script>'),
        headers: { 'content-security-policy': `${STRICT}; script-src 'self' NETWORK` },
      },
      '/tell.js': TELL,
      '/types': nonced("require-trusted-types-for 'script'; trusted-types other", place(1) + place(2)),
      '/offline': {
        html: html(place(1), '<script async src="NETWORK/p.js"></script>'),
        headers: { 'content-security-policy': "connect-src 'none'" },
      },
      '/hostile': html(PLACES, `<script>${HOSTILE}</script><script async src="NETWORK/p.js"></script>`),
      '/wordpress': html(WORDPRESS, ''),
      '/frame': FRAMED,
      '/frames': html(
        `<iframe sandbox="allow-scripts" src="/frame" width="700" height="300"></iframe>
         <iframe sandbox="allow-scripts" srcdoc="${FRAMED.replaceAll('"', '&quot;')}" width="700" height="300"></iframe>
         <iframe src="/frame" width="700" height="300"></iframe>`,
        '',
      ),
      '/twice': html(
        `${place(1)}<div data-spot="2"></div>`,
        '<script async src="NETWORK/new.js"></script><script async src="NETWORK/p.js"></script>',
      ),
      '/debug': html(
        `<style>body{margin:40px}[data-placard]{margin-bottom:60px}</style>${place(1)}${place(5)}${place('banner')}
         <ins data-placard="2"></ins><a data-placard="1"></a><div style="height:3000px"></div>${place(2)}`,
      ),
    },
  });
});
test.afterAll(() => served.close());

/** Opens a page; answers what it said in its console that is no information. */
async function visit(page: Page, path: string): Promise<{ errors: string[]; told: string[] }> {
  const errors: string[] = [];
  const told: string[] = [];
  page.on('console', (message) => (message.type() === 'info' ? told : errors).push(message.text()));
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(served.site + path);
  return { errors, told };
}

async function expectAllShown(page: Page): Promise<void> {
  for (const [block, cards] of [
    [1, 3],
    [2, 1],
    [3, 6],
  ]) {
    await expect(page.locator(`[data-placard="${block}"] .card`)).toHaveCount(cards as number);
  }
  await expect(page.getByText('Our own news')).toBeVisible();
  expect(
    await page
      .locator('.card img')
      .first()
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
}

for (const [path, policy] of Object.entries({
  '/nonce': 'by nonces alone, with Trusted Types enforced',
  '/hosts': 'by hosts, without a nonce',
})) {
  test(`a strict policy ${policy} lets everything through, debug mode included`, async ({ page }) => {
    const { errors } = await visit(page, `${path}?placard_debug=1`);
    await expectAllShown(page);
    await expect(page.getByRole('region', { name: 'Placard' })).toContainText(
      'block 4: empty: no campaign wants this page',
    );
    await page.getByRole('button', { name: 'Close the ad' }).click();
    await expect(page.locator('[data-placard="2"]')).toBeHidden();
    expect(
      await page
        .locator('[data-placard][style]')
        .evaluateAll((all) => all.map((element) => element.getAttribute('style'))),
    ).toEqual(['display: none !important;']);
    expect(errors).toEqual([]);
  });
}

test('what a policy forbids is said once, in words', async ({ page, context }) => {
  const { told } = await visit(page, '/types');
  await expect(page.locator('[data-placard="1"] .card')).toHaveCount(3);
  await expect.poll(() => told.join()).toMatch(/Policy .placard. disallowed/i);
  const other = await context.newPage();
  const offline = await visit(other, '/offline');
  await expect.poll(() => offline.told).toHaveLength(1);
  expect(offline.told[0]).toContain('Content Security Policy');
});

test('pages that freeze and replace what the language has get their ads and no errors', async ({ page }) => {
  const { errors } = await visit(page, '/hostile?hostile=1');
  await expectAllShown(page);
  const mine = served.asked.filter((asked) => asked.page.includes('hostile=1'));
  expect(mine.map(({ blocks }) => blocks.map(({ id }) => id))).toEqual([[1, 2, 3, 4]]);
  expect(errors).toEqual([]);
});

test("WordPress's paragraphs hold ads", async ({ page }) => {
  const { errors } = await visit(page, '/wordpress');
  for (const block of [1, 2, 3]) await expect(page.locator(`[data-placard="${block}"] .card`).first()).toBeVisible();
  const box = await page.locator('[data-placard="1"]').boundingBox();
  expect(box?.width).toBeGreaterThan(600);
  await expect(page.locator('[data-placard="1"] .title').first()).toHaveCSS('text-decoration-line', 'none');
  expect(errors).toEqual([]);
});

test('frames without an origin of their own get ads, and nothing is stored in them', async ({ page }) => {
  const before = served.asked.length;
  const { errors } = await visit(page, '/frames');
  for (const index of [0, 1, 2]) await expect(page.frameLocator('iframe').nth(index).locator('.card')).toHaveCount(3);
  const asked = served.asked.slice(before);
  expect(asked.map(({ visitor }) => visitor !== undefined).sort()).toEqual([false, false, true]);
  expect(asked.map(({ page: told }) => new URL(told).pathname).sort()).toEqual(['/', '/frame', '/frames']);
  expect(errors).toEqual([]);
});

test('two copies of the script under the names of two times ask once, for places of both', async ({ page }) => {
  const before = served.asked.length;
  const { errors } = await visit(page, '/twice');
  await expect(page.locator('[data-placard="1"] .card')).toHaveCount(3);
  await expect(page.locator('[data-spot="2"] .card')).toHaveCount(1);
  expect(served.asked.slice(before).map(({ blocks }) => blocks.map(({ id }) => id))).toEqual([[1, 2]]);
  expect(errors).toEqual([]);
});

test('the debug mode tells of each place what it shows or why not, and goes again', async ({ page }) => {
  const { told } = await visit(page, '/debug?placard_debug=1');
  const panel = page.getByRole('region', { name: 'Placard' });
  for (const words of [
    /block 1: shows 3 as image-top: ad \d+/,
    'block 5: empty: no campaign wants this page',
    'no number of a block, for ads.localhost',
    'block 2: empty: <ins> can hold no ads, use a <div>.',
    'block 2: not asked for yet',
  ])
    await expect(panel.getByRole('button', { name: words })).toBeVisible();
  await expect(panel.getByRole('button', { name: /block 1: shows 3 as image-top: ad \d+ \(view\)/ })).toBeVisible();
  if (process.env.LOOK) await page.screenshot({ path: '.output/screenshots/tag-debug.png' });
  expect(told.filter((text) => text.includes('fill, block 1'))).toHaveLength(1);
  await panel.getByRole('button', { name: 'not asked for yet' }).click();
  await expect(panel.getByRole('button', { name: 'block 2: shows 1 as push' })).toBeVisible();
  await page.evaluate(() => (window as unknown as { placard: { debug(on: boolean): void } }).placard.debug(false));
  await expect(panel).toHaveCount(0);
});

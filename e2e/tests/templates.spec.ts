/** Every template, drawn by the built script: at the widths of a phone, a tablet and a desktop, light and dark, with titles of every kind. */
import { expect, type Page, test } from '@playwright/test';
import definitions from '../../tag/render/templates.json' with { type: 'json' };
import { type FakeBlock, openHostPage, type Settings } from '../support/host-page.ts';
import { expectAccessible } from '../support/look.ts';

const STORY =
  'We bought the drum from a bakery that closed. It was too small, and it still is, which is why every batch has a name and a date.\n' +
  'On Tuesdays we roast, on Wednesdays we taste and throw away what is not good enough, and on Thursdays the rest is on a train to you. ' +
  'A kilo costs what it costs because the farmer sets the price before we do. If you like to know such things, the first bag is on us.';

/** What advertisers may write, at its worst and at its best. */
const ADS: Record<string, FakeBlock['ad']> = {
  usual: { full_text: STORY },
  'a word of 75 characters': {
    title: 'W'.repeat(75),
    description: 'm'.repeat(140),
    brand: 'B'.repeat(25),
    full_text: 'x'.repeat(1500),
  },
  'from right to left': {
    title: 'סירות העץ האחרונות יוצאות שוב אל האיים באביב, שלוש פעמים ביום',
    brand: 'חוף',
    full_text: STORY,
  },
  'no pictures': { square: null, horizontal: null, full_text: STORY },
  'HTML and emoji': {
    title: '<b onclick="alert(1)">Free</b> 🚲🚲🚲 & "more" <img src=x onerror=alert(1)> today only',
    description: '</span><script>alert(1)</script><style>*{display:none}</style> &lt;b&gt; {{site.name}}',
    full_text: '<h1 style="position:fixed">Free</h1>\n<iframe src="javascript:alert(1)"></iframe> 🎁',
    brand: '👩‍👩‍👧‍👦',
  },
};

const counts = (format: number) =>
  definitions.filter((definition) => definition.block_format_type_id === format).length;

/** A picture to look at, with LOOK=1. */
async function picture(page: Page, name: string): Promise<void> {
  if (process.env.LOOK) await page.locator('body').screenshot({ path: `.output/screenshots/${name}.png` });
}

const heading = (definition: (typeof definitions)[number]) =>
  `<h2 style="font:600 13px/1 system-ui;margin:28px 0 8px">${definition.id} ${definition.label}</h2>`;

async function drawAll(page: Page, width: number, scheme: string, ad: FakeBlock['ad'], config = {}): Promise<void> {
  await page.setViewportSize({ width, height: 15_000 });
  const blocks: Record<number, FakeBlock> = {};
  for (const { id, name, fields } of definitions) {
    const initial = (key: string) => Number(fields.find((field) => field.key === key)?.default ?? 1);
    blocks[id] = {
      template: name,
      config: { scheme, ...config },
      ads: Math.min(6, initial('rows') * initial('columns')),
      ad,
    };
  }
  await openHostPage(
    page,
    `<style>body{margin:16px;font:16px/1.5 Georgia,serif;background:${scheme === 'dark' ? '#12100f;color:#ccc' : '#faf8f5'}}</style>` +
      definitions.map((definition) => `${heading(definition)}<div data-placard="${definition.id}"></div>`).join(''),
    blocks,
  );
  await expect(page.locator('[data-placard] .card').last()).toBeVisible();
  for (const { id } of definitions) await expect(page.locator(`[data-placard="${id}"] .card`).first()).toBeVisible();
}

/** What is wrong with what is drawn, in words. Texts that the ads have must stand there as they are. */
const faults = (page: Page, ad: FakeBlock['ad'] = {}): Promise<string[]> =>
  page.evaluate((told) => {
    const wrong: string[] = [];
    const bare = (text: string | null | undefined) => text?.replaceAll(/\s*\n\s*/g, '') ?? '';
    for (const place of document.querySelectorAll('[data-placard]')) {
      const id = place.getAttribute('data-placard');
      const root = place.shadowRoot;
      const frame = place.getBoundingClientRect();
      for (const card of root?.querySelectorAll('.card') ?? []) {
        const box = card.getBoundingClientRect();
        const isSwiped =
          card.parentElement?.style.overflowX !== 'visible' &&
          getComputedStyle(card.parentElement as Element).overflowX === 'auto';
        if (!isSwiped && (box.left < frame.left - 1 || box.right > frame.right + 1))
          wrong.push(`${id}: the card leaves its place`);
        if (box.width < 100 || box.height < 40) wrong.push(`${id}: the card is ${box.width} x ${box.height}`);
        for (const name of ['title', 'mark', 'words', 'text', 'button', 'brand']) {
          for (const part of card.querySelectorAll(`.${name}`)) {
            const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
            const isEmpty = part.textContent === '';
            if (!isEmpty && (width < 8 || height < 8)) wrong.push(`${id}: .${name} is ${width} x ${height}`);
            if (left < box.left - 1 || right > box.right + 1) wrong.push(`${id}: .${name} leaves the card sideways`);
            if (top < box.top - 1 || bottom > box.bottom + 1) wrong.push(`${id}: .${name} leaves the card`);
          }
        }
        const says = (name: string, ...texts: (string | null | undefined)[]) => {
          const text = card.querySelector(`.${name}`)?.textContent;
          if (text && texts.every((other) => bare(other) !== bare(text))) wrong.push(`${id}: .${name} says ${text}`);
        };
        if (told.title) says('title', told.title);
        if (told.brand) says('brand', told.brand);
        if (told.description) says('text', told.description, told.full_text);
        if (card.querySelector('script,style,iframe,b,h1,[onclick],[onerror],img:not([class])'))
          wrong.push(`${id}: a text became HTML`);
        const title = card.querySelector('.title');
        if (title && title.scrollWidth > title.clientWidth + 1) wrong.push(`${id}: the title is cut sideways`);
        if (!title?.textContent || !card.querySelector('.mark')?.textContent) wrong.push(`${id}: no title or no mark`);
        // What people see at the middle of the mark is the mark.
        const mark = card.querySelector('.mark')?.getBoundingClientRect();
        const seen = mark && root?.elementFromPoint(mark.left + mark.width / 2, mark.top + mark.height / 2);
        if (!isSwiped && !seen?.classList.contains('mark'))
          wrong.push(`${id}: the mark is covered by .${seen?.className}`);
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) wrong.push('the page scrolls sideways');
    return wrong;
  }, ad);

test('there are all 17, each with the looks that all have', () => {
  expect([1, 2, 4, 8, 16].map(counts)).toEqual([4, 1, 2, 1, 9]);
  for (const { name, presets } of definitions) {
    const looks = presets.map(({ label }) => label);
    expect([name, looks]).toEqual([name, expect.arrayContaining(['Magazine', 'Compact', 'Dark'])]);
  }
});

for (const { name, width } of definitions[0]?.sizes ?? []) {
  // Colours alone are others in dark: they are looked at once, and references.spec.ts holds pictures of all.
  for (const scheme of name === 'desktop' ? ['light', 'dark'] : ['light']) {
    test(`no text is cut off or hidden on a ${name}, ${scheme}`, async ({ page }) => {
      for (const [kind, ad] of Object.entries(ADS)) {
        if (scheme === 'dark' && kind !== 'usual') continue;
        await drawAll(page, width, scheme, ad, kind === 'usual' ? {} : { show_description: true });
        if (kind === 'usual') {
          await picture(page, `templates-${name}-${scheme}`);
          if (name === 'desktop') await expectAccessible(page);
        }
        expect([kind, await faults(page, ad)]).toEqual([kind, []]);
      }
    });
  }
}

test('nor in any of the looks that are chosen with one click', async ({ page }) => {
  const looks = Math.max(...definitions.map(({ presets }) => presets.length));
  for (let look = 0; look < looks; look++) {
    const blocks: Record<number, FakeBlock> = {};
    for (const { id, name, fields, presets } of definitions) {
      const config = presets[Math.min(look, presets.length - 1)]?.config as unknown as Settings;
      const count = (key: string) => Number(config[key] ?? fields.find((field) => field.key === key)?.default ?? 1);
      blocks[id] = {
        template: name,
        config,
        ads: Math.min(6, count('rows') * count('columns')),
        ad: { full_text: STORY },
      };
    }
    const body = definitions
      .map((definition) => `${heading(definition)}<div data-placard="${definition.id}"></div>`)
      .join('');
    await page.setViewportSize({ width: 360, height: 15_000 });
    await openHostPage(page, `<style>body{margin:16px;font:16px/1.5 Georgia,serif}</style>${body}`, blocks);
    for (const { id } of definitions) await expect(page.locator(`[data-placard="${id}"] .card`).first()).toBeVisible();
    // Columns follow the width of their place.
    for (const width of [360, 1080]) {
      await page.setViewportSize({ width, height: 15_000 });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await picture(page, `looks-${look}-${width}`);
      expect([look, width, await faults(page)]).toEqual([look, width, []]);
    }
  }
});

test.describe('the row of cards', () => {
  const swiper = { 1: { template: 'swiper', ads: 6 } };
  const scrolled = (page: Page) =>
    page.locator('[data-placard] .grid').evaluate((track) => Math.round(track.scrollLeft));

  test('swipes by mouse without a click, by keys and by buttons', async ({ page, context }) => {
    await page.setViewportSize({ width: 700, height: 700 });
    await openHostPage(page, '<div data-placard="1"></div>', swiper);
    const track = page.getByRole('group', { name: 'From our partners' });
    await expect(track).toBeVisible();
    const box = await track.boundingBox();
    if (!box) throw new Error('no track');
    await page.mouse.move(box.x + 500, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 100, box.y + 60, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => scrolled(page)).toBeGreaterThan(200);
    expect(context.pages()).toHaveLength(1);
    await track.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => scrolled(page)).toBe(0);
    await page.getByRole('button', { name: 'More ads' }).click();
    await expect.poll(() => scrolled(page)).toBeGreaterThan(200);
    await page.getByRole('button', { name: 'Previous ads' }).click();
    await expect.poll(() => scrolled(page)).toBe(0);
    const opened = context.waitForEvent('page');
    await page.mouse.click(box.x + 60, box.y + 60);
    await opened;
  });

  test('swipes by touch', async ({ browser }) => {
    const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 700 } });
    const page = await context.newPage();
    await openHostPage(page, '<div data-placard="1"></div>', swiper);
    const box = await page.getByRole('group', { name: 'From our partners' }).boundingBox();
    if (!box) throw new Error('no track');
    const client = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: box.y + 60 }] });
    await touch('touchStart', 300);
    for (const x of [260, 200, 140, 80]) await touch('touchMove', x);
    await touch('touchEnd', 80);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
    await context.close();
  });
});

test('cards like notifications are closed, and leave nothing behind', async ({ page }) => {
  await openHostPage(page, '<div data-placard="1"></div><div data-placard="2"></div>', {
    1: { template: 'push', ads: 1 },
    2: { template: 'media-push', ads: 1 },
  });
  await page.getByRole('button', { name: 'Close the ad' }).click();
  await page.getByRole('button', { name: 'Not now' }).click();
  for (const place of await page.locator('[data-placard]').all())
    expect((await place.boundingBox())?.height ?? 0).toBe(0);
});

/** What of a block its rules and its elements say, without texts and addresses. */
const drawnOf = (host: Element) => {
  const root = host.shadowRoot as ShadowRoot;
  const sheets = root.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
  const shape = (element: Element): string =>
    `${element.localName}.${element.className}(${[...element.children].map(shape).join()})`;
  return { rules: sheets, elements: [...root.children].map(shape), cards: root.querySelectorAll('.card').length };
};

test('previews are drawn as pages are', async ({ page, context }) => {
  await page.goto('/adsamples');
  await page.getByText('Dark', { exact: true }).click();
  const samples = page.getByRole('img', { name: /on a desktop, \d+ example/ });
  await expect(samples).toHaveCount(definitions.length);
  // Pre-rendered ones have their rules in elements: each is drawn anew in the other scheme.
  await expect
    .poll(() => samples.evaluateAll((all) => all.every((host) => host.shadowRoot?.adoptedStyleSheets.length)))
    .toBe(true);
  const previews = await Promise.all((await samples.all()).map((sample) => sample.evaluate(drawnOf)));
  const inOrder = [1, 2, 4, 8, 16].flatMap((format) =>
    definitions.filter((definition) => definition.block_format_type_id === format),
  );
  const blocks = Object.fromEntries(
    inOrder.map(({ id, name }, index) => [
      id,
      {
        template: name,
        config: { scheme: 'dark', heading: 'You may also like' },
        ads: previews[index]?.cards ?? 0,
        ad: { full_text: STORY },
      },
    ]),
  );
  const site = await context.newPage();
  await site.setViewportSize({ width: 1080, height: 15_000 });
  await openHostPage(site, inOrder.map(({ id }) => `<div data-placard="${id}"></div>`).join(''), blocks);
  await expect(site.locator('[data-placard] .card').last()).toBeVisible();
  for (const [index, { id, name }] of inOrder.entries()) {
    const place = site.locator(`[data-placard="${id}"]`);
    await expect(place.locator('.card').first()).toBeVisible();
    expect([name, await place.evaluate(drawnOf)]).toEqual([name, previews[index]]);
  }
});

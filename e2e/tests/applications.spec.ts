/** Applications of one page, each made with its own framework: what docs/integrate.md and the constructor tell them to call does what it says. */
import { expect, test } from '@playwright/test';
import { buildApplication } from '../support/applications/build.ts';
import { buildComponent, type Framework } from '../support/applications/components.ts';
import { page as html, serve } from '../support/network.mjs';

const BLOCK = { template: 'image-top', ads: 1, config: { columns: 1 } };
const APPLICATIONS = { React: 'react.tsx', Vue: 'vue.ts', Svelte: 'svelte.js' };

for (const [name, file] of Object.entries(APPLICATIONS)) {
  test(`${name} shows, reloads, changes and removes places`, async ({ page, context }) => {
    const head = `<script>window.placard = window.placard || { cmd: [] }; window.heard = [];
      for (const type of ['fill', 'empty', 'view', 'click', 'close'])
        placard.cmd.push((placard) => placard.on(type, ({ block, ads }) => heard.push([type, block, ads.join()].join(' '))));
      </script><script async src="NETWORK/p.js"></script>`;
    const { site, asked, reports, close } = await serve({
      blocks: { 1: BLOCK, 2: BLOCK },
      pages: {
        '/': html('<script src="/application.js"></script>', head),
        '/application.js': await buildApplication(`./${file}`),
      },
    });
    const errors: string[] = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && errors.push(message.text()));
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(site);
    const press = (button: string) => page.getByRole('button', { name: button }).click();
    const cards = page.locator('[data-placard] .card');
    const drawn = async (ad: number) => {
      await expect(page.getByText(`part ${ad}`)).toBeVisible();
      await expect(cards).toHaveCount(1);
    };
    await press('Show');
    await drawn(1);
    await press('Reload');
    await drawn(2);
    await press('Next');
    await drawn(3);
    await press('Hide');
    await expect(page.locator('[data-placard]')).toHaveCount(0);
    await press('Show');
    await drawn(4);
    const [shop] = await Promise.all([context.waitForEvent('page'), cards.click()]);
    await shop.waitForLoadState();
    await shop.close();
    await page.bringToFront();
    const count = (kind: string) => reports.filter((report) => report.kind === kind).flatMap(({ tokens }) => tokens);
    await expect.poll(() => count('view')).toContain('token-4');
    expect(count('show')).toEqual(['token-1', 'token-2', 'token-3', 'token-4']);
    expect(count('click')).toEqual(['token-4']);
    expect(asked.map(({ blocks, on_page }) => [blocks[0]?.id, on_page.join()])).toEqual([
      [1, ''],
      [1, '1'],
      [2, ''],
      [2, ''],
    ]);
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    const fills = ['fill 1 1', 'fill 1 2', 'fill 2 3', 'fill 2 4'];
    expect(heard.filter((text) => text.startsWith('fill'))).toEqual(fills);
    expect(heard).toContain('click 2 4');
    expect(heard).toContain('view 2 4');
    expect(errors).toEqual([]);
    close();
  });
}

for (const framework of ['react', 'vue', 'svelte'] satisfies Framework[]) {
  test(`the constructor's component for ${framework} asks anew on the next page, and goes with it`, async ({
    page,
  }) => {
    const { site, asked, reports, close } = await serve({
      blocks: { 41: BLOCK },
      pages: {
        '/': html('<script src="/application.js"></script>'),
        '/application.js': await buildComponent(framework, 'data-placard="41"'),
      },
    });
    const errors: string[] = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && errors.push(message.text()));
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(site);
    const cards = page.locator('[data-placard="41"] .card');
    for (const ad of [1, 2]) {
      await expect(page.getByText(`part ${ad}`)).toBeVisible();
      await expect(cards).toHaveCount(1);
      if (ad === 1) await page.getByRole('button', { name: 'Next' }).click();
    }
    await page.getByRole('button', { name: 'Hide' }).click();
    await expect(page.locator('[data-placard]')).toHaveCount(0);
    const shown = () => reports.filter(({ kind }) => kind === 'show').flatMap(({ tokens }) => tokens);
    await expect.poll(shown).toEqual(['token-1', 'token-2']);
    expect(asked.map(({ blocks }) => blocks.map(({ id }) => id))).toEqual([[41], [41]]);
    expect(errors).toEqual([]);
    close();
  });
}

/** A page of somebody's site with the built script on it, and a network that answers what a test says. Nothing leaves the machine. */
import type { Page } from '@playwright/test';
import { type FakeBlock, network, type Reports } from './network.mjs';

export type { FakeBlock, Reports, Settings } from './network.mjs';

const SITE = 'https://site.example';
/** The network of the script. */
export const NETWORK = 'https://ads.example';

const SCRIPT = `<script async src="${NETWORK}/p.js"></script>`;

/** Opens a page of the site with this body; blocks by their ids. */
export async function openHostPage(
  page: Page,
  body: string,
  blocks: Record<number, FakeBlock>,
  more: Record<string, string> = {},
): Promise<Reports> {
  const { answer, reports } = network(blocks);
  await page.route(`${NETWORK}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill(await answer(pathname, route.request().postData() ?? ''));
  });
  await page.route(`${SITE}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>A site</title>${SCRIPT}</head><body>${body}</body></html>`;
    return route.fulfill({ body: pathname === '/' ? html : '', contentType: 'text/html' });
  });
  for (const [address, html] of Object.entries(more)) {
    await page.route(address, (route) =>
      route.fulfill({ body: html.replace('SCRIPT', SCRIPT), contentType: 'text/html' }),
    );
  }
  await page.goto(`${SITE}/`);
  return reports;
}

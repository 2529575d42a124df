/** A page of somebody's site with the built script on it, and a network that answers what a test says. Nothing leaves the machine. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page, Route } from '@playwright/test';
import definitions from '../../tag/render/templates.json' with { type: 'json' };

const SITE = 'https://site.example';
/** The network of the script. */
export const NETWORK = 'https://ads.example';

/** Settings of a block that differ from its template's own. */
export type Settings = Record<string, string | number | boolean>;

/** A block as the network would answer it. */
export interface FakeBlock {
  template: string;
  config?: Settings;
  ads: number;
  /** What an ad has beside the rest. */
  ad?: Record<string, string | null>;
  why?: string;
}

const dist = (name: string) => readFile(fileURLToPath(new URL(`../../tag/dist${name}`, import.meta.url)), 'utf8');

/** A picture in two colours, so that every shape of it is seen. */
const picture = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#d9573f"/><circle cx="50%" cy="60%" r="30%" fill="#f4c95d"/></svg>`;

/** Reports that the script sent: kinds with their tokens. */
export type Reports = { kind: string; tokens: string[] }[];

const SCRIPT = `<script async src="${NETWORK}/p.js"></script>`;

/** Opens a page of the site with this body; blocks by their ids. */
export async function openHostPage(
  page: Page,
  body: string,
  blocks: Record<number, FakeBlock>,
  more: Record<string, string> = {},
): Promise<Reports> {
  const reports: Reports = [];
  const headers = { 'access-control-allow-origin': '*' };
  let serial = 0;
  const network = async (route: Route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('.js')) {
      return route.fulfill({ body: await dist(pathname), contentType: 'text/javascript', headers });
    }
    if (pathname.startsWith('/m/')) {
      const [width, height] = pathname.endsWith('square') ? [600, 600] : [1200, 675];
      return route.fulfill({ body: picture(width as number, height as number), contentType: 'image/svg+xml' });
    }
    const asked = route.request().postDataJSON();
    if (pathname !== '/d/ads') {
      reports.push({ kind: pathname.slice(3), tokens: asked.tokens });
      return route.fulfill({ status: 204, headers });
    }
    const answer = asked.blocks.map(({ id }: { id: number }) => {
      const block = blocks[id];
      const fields = definitions.find(({ name }) => name === block?.template)?.fields ?? [];
      return {
        id,
        template: block?.template ?? '',
        config: { ...Object.fromEntries(fields.map((field) => [field.key, field.default])), ...block?.config },
        styles: '',
        passback_html: '',
        empty: block?.why,
        ads: Array.from({ length: block?.ads ?? 0 }, () => {
          const ad = ++serial;
          return {
            id: ad,
            token: `token-${ad}`,
            title: `What a roof of one’s own costs today, part ${ad}`,
            description: 'Counted by people who built one.',
            full_text: '',
            brand: 'Solarhof',
            square: '/m/square',
            horizontal: '/m/horizontal',
            click: `/c/token-${ad}`,
            ...block?.ad,
          };
        }),
      };
    });
    return route.fulfill({ json: { blocks: answer, why_url: '/d/why' }, headers });
  };
  await page.route(`${NETWORK}/**`, network);
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

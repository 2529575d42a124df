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
  /** What the answer has beside the rest. */
  answer?: Record<string, string | number>;
}

const TITLES = [
  'The last wooden ferry sails again in spring',
  'Three dinners that start with one lemon',
  'A reading chair that is not too proud',
  'Winter cabins with a stove and no signal',
];

const dist = (name: string) => readFile(fileURLToPath(new URL(`../../tag/dist${name}`, import.meta.url)), 'utf8');

/** Pictures of invented advertisers, one after the other. */
const ART = ['harbor', 'lemon', 'chair', 'cabin', 'watch', 'garden'];
const art = (ad: number) =>
  readFile(
    fileURLToPath(new URL(`../../web/src/features/preview/art/${ART[ad % ART.length]}.svg`, import.meta.url)),
    'utf8',
  );

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
      return route.fulfill({ body: await art(Number(pathname.split('/')[2])), contentType: 'image/svg+xml' });
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
        ...block?.answer,
        ads: Array.from({ length: block?.ads ?? 0 }, () => {
          const ad = ++serial;
          return {
            id: ad,
            token: `token-${ad}`,
            title: `${TITLES[ad % TITLES.length]}, part ${ad}`,
            description: 'Two hours, three islands, one captain. Firewood is included, and so is the silence.',
            full_text: '',
            brand: 'Solarhof',
            square: `/m/${ad}/square`,
            horizontal: `/m/${ad}/horizontal`,
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

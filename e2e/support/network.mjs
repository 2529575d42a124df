// A network that answers what a test or a measurement says, and pages of a site with the built script, over HTTP on names that every
// browser leads to this machine: `ads.localhost` and `site.localhost`.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const root = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const definitions = JSON.parse(await readFile(root('tag/render/templates.json'), 'utf8'));

const TITLES = [
  'The last wooden ferry sails again in spring',
  'Three dinners that start with one lemon',
  'A reading chair that is not too proud',
  'Winter cabins with a stove and no signal',
];
/** Pictures of invented advertisers, one after the other. */
const ART = ['harbor', 'lemon', 'chair', 'cabin', 'watch', 'garden'];
const OPEN = { 'access-control-allow-origin': '*' };

/** A file of the script as the server serves it under a path and for attributes of the settings. */
async function script(pathname, names) {
  for (const [stem, attributes] of Object.entries({ p: 'data-placard', ...names })) {
    if (pathname === `/${stem}.js` || pathname.startsWith(`/${stem}.`)) {
      const built = await readFile(root(`tag/dist/p${pathname.slice(stem.length + 1)}`), 'utf8');
      return built.replaceAll('data-placard', attributes);
    }
  }
  return undefined;
}

/** What the network answers, and what it was told: `reports` are shows, views and clicks with their tokens. */
export function network(blocks, names = {}) {
  const reports = [];
  const asked = [];
  let serial = 0;
  const servedAd = (block) => {
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
  };
  const servedBlock = ({ id, placed }) => {
    const block = blocks[id];
    const fields = definitions.find(({ name }) => name === block?.template)?.fields ?? [];
    return {
      id,
      template: block?.template ?? '',
      config: { ...Object.fromEntries(fields.map((field) => [field.key, field.default])), ...block?.config },
      styles: '',
      passback_html: block?.passback ?? '',
      empty: block?.why,
      ...block?.answer,
      ads: Array.from({ length: block?.ads ?? 0 }, () => servedAd(block)),
      ...(block?.placement && !placed ? { ...block.placement, ads: [] } : {}),
    };
  };
  const answer = async (pathname, body) => {
    if (pathname.endsWith('.js')) {
      const text = await script(pathname, names);
      return text === undefined ? { status: 404, headers: OPEN, body: '' } : file(text, 'text/javascript');
    }
    if (pathname.startsWith('/m/')) {
      const art = ART[Number(pathname.split('/')[2]) % ART.length];
      return file(await readFile(root(`web/src/features/preview/art/${art}.svg`), 'utf8'), 'image/svg+xml');
    }
    if (pathname.startsWith('/c/')) {
      reports.push({ kind: 'click', tokens: [pathname.slice(3)] });
      return file('<!doctype html><title>A shop</title>', 'text/html');
    }
    if (pathname === '/d/ads') {
      const request = JSON.parse(body);
      asked.push(request);
      return file(JSON.stringify({ blocks: request.blocks.map(servedBlock), why_url: '/d/why' }), 'application/json');
    }
    if (!pathname.startsWith('/d/')) return { status: 404, headers: OPEN, body: '' };
    reports.push({ kind: pathname.slice(3), tokens: JSON.parse(body).tokens });
    return { status: 204, headers: OPEN, body: '' };
  };
  return { answer, reports, asked };
}

const file = (body, kind) => ({ status: 200, headers: { ...OPEN, 'content-type': `${kind}; charset=utf-8` }, body });

/**
 * Serves the network and pages of a site by their paths. In a page, `NETWORK` stands for the network's origin.
 */
export async function serve({ blocks, pages, names }) {
  const { answer, asked, reports } = network(blocks, names);
  let networkOrigin = '';
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const send = ({ status, headers, body }) => response.writeHead(status, headers).end(body);
    if (request.headers.host?.startsWith('ads.')) {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      send(await answer(pathname, Buffer.concat(chunks).toString()));
      return;
    }
    const page = pages[pathname];
    const { html, headers } = typeof page === 'string' ? { html: page } : (page ?? {});
    const told = Object.entries(headers ?? {}).map(([name, value]) => [
      name,
      value.replaceAll('NETWORK', networkOrigin),
    ]);
    const kind = pathname.endsWith('.js') ? 'text/javascript' : 'text/html';
    send({
      status: html === undefined ? 404 : 200,
      headers: { 'content-type': `${kind}; charset=utf-8`, ...Object.fromEntries(told) },
      body: html?.replaceAll('NETWORK', networkOrigin) ?? '',
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  networkOrigin = `http://ads.localhost:${port}`;
  return {
    site: `http://site.localhost:${port}`,
    network: networkOrigin,
    asked,
    reports,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A page with the script and this body. */
export const page = (body, head = '<script async src="NETWORK/p.js"></script>') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
  <link rel="icon" href="data:,"><title>A site</title>${head}</head><body>${body}</body></html>`;

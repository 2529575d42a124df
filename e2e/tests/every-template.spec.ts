/** What stands in statistics of each template was seen and clicked on a page: by the real network, with the demo's ads. */
import { expect, test } from '@playwright/test';
import { placard } from '../support/command.ts';
import { bearer, newAddress, PASSWORD, RUN, tokensOf } from '../support/people.ts';
import { publish } from '../support/publisher.ts';
import { MAC, seeAndClick } from '../support/visit.ts';

/** Places of one page. */
const PLACES = 4;

/** Events are counted within five seconds; a busy machine gets some more. */
const FRESH_MS = 60_000;

interface Template {
  id: number;
  config: { name: string };
}

/** A row of the statistics by template. */
interface Row {
  id: string;
  shows_count_web: number;
  confirmed_shows_count: number;
  clicks_count: number;
  invalid_clicks_count: number;
}

test('every template is seen, clicked and counted in statistics', async ({ browser, request }) => {
  test.slow();
  // A webmaster of their own, so that nobody else's visits are in the figures; trusted, so that the site need not wait.
  const email = newAddress('every-template');
  await placard(['user', 'create', '--email', email, '--role', 'webmaster', '--trusted', '--password-stdin'], PASSWORD);
  const { access_token } = await tokensOf(request, email, PASSWORD);
  const get = async (path: string) =>
    (await (await request.get(`/api/webmaster/${path}`, bearer(access_token))).json()).data;
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { ...bearer(access_token), data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  const domain = `every-template-${RUN}.localhost`;
  const site = (await post('/api/webmaster/sites', { domain, name: 'Every template' })).data.id as number;
  const script = await get('script');
  const templates = ((await get('templates')) as Template[]).map(({ id, config }) => ({ id, name: config.name }));
  expect(templates).toHaveLength(17);
  const blocks = new Map<string, number>();
  for (const { id, name } of templates) {
    const made = await post(`/api/webmaster/sites/${site}/blocks`, { name, template_id: id });
    blocks.set(name, made.data.id);
  }

  const context = await browser.newContext({
    viewport: { width: 1280, height: 4_000 },
    userAgent: MAC,
    locale: 'de-DE',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const all = [...blocks];
  // Few on a page: it shows no ad twice.
  for (let from = 0; from < all.length; from += PLACES) {
    const some = all.slice(from, from + PLACES);
    const places = some.map(([, id]) => `<div style="max-width:640px"><div ${script.attribute}="${id}"></div></div>`);
    const tag = `<script async src="//${script.domain}/${script.path}"></script>`;
    const publisher = await publish(domain, tag + places.join(''));
    const cards = some.map(([name, id]) => ({
      name,
      card: page.locator(`[${script.attribute}="${id}"] .card`).first(),
    }));
    try {
      await seeAndClick(page, publisher.url, cards);
    } finally {
      publisher.close();
    }
  }
  await context.close();
  expect(errors).toEqual([]);

  // A click of the same visitor on the same ad is not paid twice, and is counted all the same.
  const lacking = async () => {
    const question = { groups: ['template'], filters: { block: { in: [...blocks.values()] } }, count: 100 };
    const rows = (await post('/api_v2/webmaster/stats', question)).result as Row[];
    return templates.flatMap(({ id, name }) => {
      const row = rows.find((one) => one.id === String(id));
      const clicks = (row?.clicks_count ?? 0) + (row?.invalid_clicks_count ?? 0);
      return row && row.shows_count_web > 0 && row.confirmed_shows_count > 0 && clicks > 0 ? [] : [name];
    });
  };
  await expect.poll(lacking, { timeout: FRESH_MS }).toEqual([]);
});

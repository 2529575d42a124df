/** A webmaster sees each light turn while their own page is opened. */
import { expect } from '@playwright/test';
import { look } from '../support/look.ts';
import { bearer, PASSWORD, tokensOf, visitor } from '../support/people.ts';
import { publish } from '../support/publisher.ts';
import { test } from '../support/test.ts';

test('the lights of a block turn while its page is opened', async ({ browser, cabinet, baseURL }) => {
  const webmaster = await cabinet('webmaster');
  const { access_token } = await tokensOf(webmaster.request, 'webmaster@placard.example', PASSWORD);
  const get = async (path: string) =>
    (await (await webmaster.request.get(`/api/webmaster/${path}`, bearer(access_token))).json()).data;
  // The demo's newspaper stands on the loopback address, which a page of another port is on as well.
  const sites: { id: number; domain: string }[] = await get('sites?count=0');
  const site = sites.find(({ domain }) => domain === '127.0.0.1');
  expect(site, 'the site of the newspaper').toBeDefined();
  const made = await webmaster.request.post(`/api/webmaster/sites/${site?.id}/blocks`, {
    ...bearer(access_token),
    data: { name: 'Under check', template_id: 2 },
  });
  const block = (await made.json()).data.id as number;
  const { domain, path, attribute } = await get('script');

  await webmaster.goto(`/webmaster/sites/${site?.id}/blocks`);
  await webmaster.getByRole('button', { name: 'Code of Under check' }).first().click();
  await webmaster.getByRole('link', { name: 'Check the installation' }).click();
  const light = (step: string, state: string) => webmaster.locator(`[data-step="${step}"][data-light="${state}"]`);
  await expect(webmaster.getByRole('heading', { name: 'Check of “Under check”' })).toBeVisible();
  await expect(light('asked', 'failed')).toBeVisible();
  const steps = webmaster.getByRole('region', { name: 'Seven steps' });
  await look(webmaster, 'block-check-empty', steps);

  const code = `<script async src="//${domain}/${path}"></script><div ${attribute}="${block}"></div>`;
  const publisher = await publish('127.0.0.1', code);
  const context = await visitor(browser);
  const page = await context.newPage();
  await page.goto(publisher.url);
  await page.mouse.wheel(0, 1500);
  await expect(page.locator(`[${attribute}] .card`).first()).toBeVisible();
  for (const step of ['asked', 'site', 'drawn', 'viewable', 'consent'])
    await expect(light(step, 'right')).toBeVisible();
  // How many places are filled is the demo's to say.
  await expect(light('filled', 'right').or(light('filled', 'weak'))).toBeVisible();
  const requests = webmaster.getByRole('list', { name: 'Requests' });
  await expect(requests.getByRole('listitem').first()).toContainText(/drawn · \d+ viewable/);

  const field = webmaster.getByLabel('Page to check');
  const check = webmaster.getByRole('button', { name: /^Check/ });
  await field.fill('https://other.example/');
  await check.click();
  await expect(webmaster.getByText("must be a page of 127.0.0.1, the block's site")).toBeVisible();
  // The newspaper has the tag, and no place of this block.
  await field.fill(`${baseURL}/demo`);
  await check.click();
  await expect(light('tag', 'weak')).toContainText('No place');
  await look(webmaster, 'block-check', 'main');
  publisher.close();
  await context.close();
});

test('a webmaster reads where the month goes and what brings it there', async ({ cabinet }) => {
  const webmaster = await cabinet('webmaster');
  await webmaster.goto('/webmaster/statistics');
  const forecast = webmaster.getByRole('region', { name: 'Forecast of the month' });
  await expect(forecast).toContainText('Likely by its end');
  await expect(forecast).toContainText('the middle one of the last 14 full days');
  const pages = webmaster.getByRole('region', { name: 'Top pages' });
  await expect(pages).toContainText('Estimated from');
  await expect(webmaster.getByRole('region', { name: 'What blocking a category costs' })).toContainText('elsewhere');
  // How far the next payout is, or that one is open: other tests ask for one.
  const menu = webmaster.getByRole('complementary', { name: 'Main' });
  const progress = menu.getByRole('progressbar', { name: 'Way to the next payout' });
  await expect(progress.or(menu.getByText(/^Payout of .+ not sent yet$/))).toBeVisible();
});

/** Many ads at once: a sheet, an import with a bad row, copies, settings of several campaigns. */
import { expect, type Page, test } from '@playwright/test';
import { beginCampaign, CAMPAIGNS } from '../support/campaign.ts';
import { look } from '../support/look.ts';

/** A group of the campaign with some text ads; their ids. */
async function withAds(page: Page, headers: Record<string, string>, campaign: number, count: number) {
  const group = await page.request.post(`${CAMPAIGNS}/${campaign}/ad_groups`, { headers, data: { name: 'Evenings' } });
  const groupId = (await group.json()).data.id as number;
  const ads = Array.from({ length: count }, (_, at) => ({
    title: `Hats for every head, ${at + 1}`,
    short_description: 'Wool and felt',
    original_url: `https://shop.example/hats?n=${at + 1}`,
    supported_block_format_types: [4],
    one_bid_for_all_geo: 2,
  }));
  const made = await page.request.post(`/api/advertiser/ad_groups/${groupId}/ads/many`, { headers, data: { ads } });
  expect(made.status(), await made.text()).toBe(201);
  const ids = (await made.json()).data.map(({ id }: { id: number }) => id) as number[];
  const stored = async () => {
    const answer = await page.request.get(`/api/advertiser/ads/universal?ids=${ids.join(',')}`, { headers });
    return (await answer.json()).data as { title: string; one_bid_for_all_geo: number }[];
  };
  return { groupId, ids, stored };
}

/** Puts a text on the clipboard as a spreadsheet does, and pastes it where the focus is. */
const pasteText = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);

test('ads are edited like a sheet: what is right is saved, what is wrong stays', async ({ page }) => {
  const { id, headers } = await beginCampaign(page, 'sheet');
  const { groupId, stored } = await withAds(page, headers, id, 4);
  await page.goto(`/advertiser/campaigns/${id}/groups/${groupId}/medias`);
  for (const at of [1, 2, 3, 4]) await page.getByRole('checkbox', { name: new RegExp(`head, ${at}`) }).check();
  await page.getByRole('button', { name: 'Edit as a sheet' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit 4 ads');
  const sheet = page.getByRole('grid', { name: 'Sheet of ads' });
  const cell = (row: number, column: number) => sheet.locator(`[data-cell="${row}.${column}"]`);

  await cell(0, 1).click();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Caps for summer days');
  await page.keyboard.press('Enter');
  await expect(cell(0, 1)).toContainText('Caps for summer days');
  await expect(cell(1, 1)).toBeFocused();

  await page.keyboard.press('ArrowUp');
  await pasteText(page, 'Caps one\tLight\nCaps two\tLighter\n');
  await expect(page.getByRole('status').filter({ hasText: 'Pasted' })).toContainText('rows 1 to 2');
  await page.getByRole('button', { name: 'Undo paste' }).click();
  await expect(cell(0, 1)).toContainText('Caps for summer days');
  await page.keyboard.press('ControlOrMeta+y');

  await cell(0, 4).click();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await cell(0, 4).click();
  for (let at = 0; at < 2; at += 1) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ControlOrMeta+d');
  await cell(3, 4).click();
  await page.keyboard.type('0,01');
  await page.keyboard.press('Tab');
  await expect(cell(3, 4)).toContainText('At least');
  const bar = page.getByRole('region', { name: 'What saving does' });
  await expect(bar).toContainText('1 error');
  await expect(bar).toContainText('The 1 with errors stay here.');
  await look(page, 'sheet');
  await bar.getByRole('button', { name: 'Save 3 ads' }).click();
  await expect(bar).toContainText('1 cell in 1 ad');
  const after = await stored();
  // The newest stands first on the sheet, and last by number.
  expect(after.map((ad) => ad.one_bid_for_all_geo)).toEqual([2, 3, 3, 3]);
  await bar.getByRole('button', { name: 'row 4, bid' }).click();
  await expect(cell(3, 4)).toBeFocused();
  await page.getByRole('button', { name: 'Find and replace' }).click();
  const form = page.getByRole('form', { name: 'Find and replace' });
  await form.getByLabel('Find').fill('hats');
  await form.getByLabel('Replace by').fill('caps');
  await form.getByRole('button', { name: /^Replace \d+ times/ }).click();
  await expect(cell(2, 3)).toContainText('shop.example/caps');
  await bar.getByRole('button', { name: 'Discard' }).click();
  await expect(bar).toContainText('Nothing changed');
});

test('an import with a bad row says which, and brings the others when that is asked for', async ({ page }) => {
  const { id, headers } = await beginCampaign(page, 'import');
  const { groupId } = await withAds(page, headers, id, 1);
  await page.goto(`/advertiser/campaigns/${id}/groups/${groupId}/medias`);
  await page.getByRole('link', { name: 'Import' }).click();
  const table = 'title,description,url,bid\nScarves,Warm,https://shop.example/scarves,2\n,Bad,nowhere,2\n';
  const file = { name: 'ads.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
  await page.getByLabel('File with ads').setInputFiles(file);
  await expect(page.getByText('1 row of 2 cannot be imported.')).toBeVisible();
  const wrong = page.getByRole('region', { name: 'What is wrong' });
  await expect(wrong.getByRole('row').filter({ hasText: 'title' })).toContainText('3');
  await expect(page.getByRole('button', { name: 'Import 1 ad' })).toBeDisabled();
  await page.getByText('Import the 1 right rows').click();
  await look(page, 'import-report');
  await page.getByRole('button', { name: 'Import 1 ad' }).click();
  await expect(page.getByRole('link', { name: 'Scarves' })).toBeVisible();
});

test('several ads come of titles, and forms copy from what is there', async ({ page }) => {
  const { id, headers } = await beginCampaign(page, 'several');
  const { groupId } = await withAds(page, headers, id, 1);
  const medias = `/advertiser/campaigns/${id}/groups/${groupId}/medias`;
  await page.goto(`${medias}/create/many`);
  await page.getByLabel('Titles, one a line').fill('Gloves\nMittens');
  await page.getByLabel('Description of all').fill('For cold hands');
  await page.getByLabel('Address').fill('https://shop.example/gloves');
  await look(page, 'several-ads');
  await page.getByRole('button', { name: 'Create 2 ads' }).click();
  await expect(page.getByRole('link', { name: 'Mittens' })).toBeVisible();
  await page.goto(`${medias}/create/text`);
  await page.getByRole('button', { name: 'Copy from' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Mittens/ })
    .click();
  await expect(page.getByRole('textbox', { name: /Title/ })).toHaveValue('Mittens');
});

test('a campaign, a group and an ad are copied', async ({ page }) => {
  const { id, headers } = await beginCampaign(page, 'copies');
  const { groupId } = await withAds(page, headers, id, 1);
  const copy = async (path: string, name: string, told: string) => {
    await page.goto(path);
    await page.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Copy', exact: true }).click();
    await expect(page.getByText(told)).toBeVisible();
  };
  await copy(`/advertiser/campaigns/${id}/groups/${groupId}/medias`, 'Hats for every head, 1', 'Ad copied');
  await copy(`/advertiser/campaigns/${id}/groups`, 'Evenings', 'Group copied');
  await copy('/advertiser/campaigns', 'Spring', 'Campaign copied');
  await expect(page.getByRole('link', { name: 'Spring (copy)' })).toBeVisible();
});

/** What the frame of a picture encloses is what is kept. */
import { expect, type Page, test } from '@playwright/test';
import { beginCampaign, CAMPAIGNS } from '../support/campaign.ts';

/** A picture whose colour tells the place: red grows to the right, green downwards. */
const drawn = (page: Page, width: number, height: number): Promise<string> =>
  page.evaluate(
    ([across, down]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [across, down];
      const context = canvas.getContext('2d');
      const pixels = context?.createImageData(across, down);
      if (!context || !pixels) throw new Error('no canvas');
      for (let at = 0; at < across * down; at += 1) {
        const [x, y] = [at % across, Math.floor(at / across)];
        pixels.data.set([(255 * x) / across, (255 * y) / down, 0, 255], at * 4);
      }
      context.putImageData(pixels, 0, 0);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [width, height] as const,
  );

/** Red and green near the upper left and the lower right corner of a picture: a tenth from its edges. */
const corners = (page: Page, type: string, base64: string): Promise<number[]> =>
  page.evaluate(
    async ([mime, text]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: mime }));
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
      const context = canvas.getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return [0.1, 0.9].flatMap((part) => {
        const at = (size: number) => Math.round(size * part);
        return [...(context?.getImageData(at(bitmap.width), at(bitmap.height), 1, 1).data ?? [])].slice(0, 2);
      });
    },
    [type, base64] as const,
  );

const SHAPES = [
  ['portrait', 800, 1200],
  ['landscape', 1200, 800],
] as const;

test('of a picture of any shape the frame encloses what is stored', async ({ page }) => {
  const { id, headers } = await beginCampaign(page, 'crop');
  const group = await page.request.post(`${CAMPAIGNS}/${id}/ad_groups`, { headers, data: { name: 'Frames' } });
  const groupId = (await group.json()).data.id as number;
  for (const [shape, width, height] of SHAPES) {
    await page.goto(`/advertiser/campaigns/${id}/groups/${groupId}/medias/create`);
    await page.getByLabel('Address').fill(`https://shop.example/${shape}`);
    await page.getByLabel('Title').fill('Oak frames for every picture');
    await page.getByLabel('Description').fill('Oak, glass, two hooks.');
    await page.getByRole('textbox', { name: /^Bid/ }).fill('4');
    const picture = Buffer.from(await drawn(page, width, height), 'base64');
    await page
      .getByLabel('Picture file')
      .setInputFiles({ name: `${shape}.png`, mimeType: 'image/png', buffer: picture });
    const frame = page.getByRole('group', { name: /^Cut to Square/ });
    await expect(page.getByText('800 × 800')).toBeVisible();
    const shown = await corners(page, 'image/png', (await frame.screenshot()).toString('base64'));
    await page.getByRole('button', { name: 'Send to moderation' }).click();
    await expect(page).not.toHaveURL(/create/);
    const listed = await page.request.get(`/api/advertiser/ad_groups/${groupId}/ads/universal`, { headers });
    const ads = (await listed.json()).data as {
      original_url: string;
      media_contents: { kind: string; url: string }[];
    }[];
    const ad = ads.find(({ original_url }) => original_url.endsWith(shape));
    const kept = await page.request.get(ad?.media_contents.find(({ kind }) => kind === 'square')?.url ?? '');
    const type = kept.headers()['content-type'] ?? '';
    const stored = await corners(page, type, (await kept.body()).toString('base64'));
    expect(stored).toHaveLength(4);
    // A twentieth of the picture: edges of pixels and the packing of the file.
    stored.forEach((colour, at) => {
      expect(Math.abs(colour - (shown[at] ?? 0)), `${shown} on screen, ${stored} stored`).toBeLessThan(13);
    });
  }
});

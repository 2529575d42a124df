/** A bid that follows postbacks: conversions come, the ad is told to follow what they bring, and its bid is another one. */
import { type APIRequestContext, expect, test } from '@playwright/test';
import { look } from '../support/look.ts';
import { bearer, enter, PASSWORD, tokensOf } from '../support/people.ts';

/** Bids are written every three minutes. */
const PASS_MS = 240_000;
/** Valid clicks of seven days from which on a bid follows. */
const LEARNED = 30;
/** Conversions that are told of. */
const BUYERS = 10;

interface Ad {
  id: number;
  title: string;
  campaign_id: number;
  group_id: number;
  bid_mode: string;
  one_bid_for_all_geo: number | null;
  bids: unknown[];
  statistic: { clicks_count: number };
}

const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);

/** An ad of the demo that has learned enough, with one bid: the one with the fewest clicks, so that no other story looks at it. */
async function learnedAd(request: APIRequestContext, headers: Record<string, string>): Promise<Ad> {
  const query = `count=100&is_show_stats=1&filters[date_from]=${day(5)}&filters[date_to]=${day(0)}`;
  const answer = await request.get(`/api/advertiser/ads/all?${query}`, { headers });
  expect(answer.status(), await answer.text()).toBe(200);
  const ads = ((await answer.json()).data as Ad[])
    .filter((ad) => ad.bid_mode === 'by_hand' && ad.bids.length === 0 && ad.one_bid_for_all_geo !== null)
    .filter((ad) => ad.statistic.clicks_count >= 2 * LEARNED)
    .sort((a, b) => a.statistic.clicks_count - b.statistic.clicks_count);
  expect(ads.length).toBeGreaterThan(0);
  return ads[0] as Ad;
}

test('a bid follows what postbacks say, up to the most that its owner allows', async ({ browser, request }) => {
  test.setTimeout(PASS_MS + 120_000);
  const { access_token } = await tokensOf(request, 'advertiser@placard.example', PASSWORD);
  const { headers } = bearer(access_token);
  const ad = await learnedAd(request, headers);
  const before = ad.one_bid_for_all_geo as number;
  const most = Math.round((before + 0.05) * 100) / 100;

  // Its buyers bring several times what all its clicks cost at that: the bid goes to the most.
  const payout = Math.ceil((ad.statistic.clicks_count * most * 4) / BUYERS);
  const found = `filters[ad][]=${ad.id}&filters[verdict][]=valid&filters[date_from]=${day(5)}&count=20`;
  const listed = await request.get(`/api/advertiser/clicks?${found}`, { headers });
  expect(listed.status(), await listed.text()).toBe(200);
  const clicks = (await listed.json()).data as { click_id: string }[];
  for (const { click_id: click } of clicks.slice(0, BUYERS)) {
    const told = await request.get(`/postback?click_id=${click}&status=approved&payout=${payout}&id=auto-bid`);
    expect(told.status(), await told.text()).toBe(204);
  }

  const page = await enter(browser, 'advertiser');
  try {
    await page.goto(`/advertiser/all-medias?q=${ad.id}`);
    const row = page
      .getByRole('row')
      .filter({ hasText: ad.title })
      .filter({ has: page.getByText(String(ad.id), { exact: true }) });
    await row.getByRole('checkbox').check();
    await page
      .getByRole('toolbar', { name: /selected ads/ })
      .getByRole('button', { name: 'Automatic bid' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Coefficient').fill('1');
    await dialog.getByLabel('The most').fill(String(most));
    await look(page, 'auto-bid-dialog');
    await dialog.getByRole('button', { name: 'Set for 1' }).click();
    // The list says that it is automatic from now on.
    await expect(row.getByRole('button', { name: /follows earnings: change/ })).toBeVisible();

    await expect(async () => {
      await page.goto(`/advertiser/campaigns/${ad.campaign_id}/groups/${ad.group_id}/medias/edit/${ad.id}`);
      const hours = page.getByRole('table', { name: 'Bids by hour' });
      await expect(hours.getByRole('row').nth(1)).toContainText('At the most that you allow', { timeout: 5_000 });
    }).toPass({ timeout: PASS_MS, intervals: [10_000] });
    const now = await request.get(`/api/advertiser/ads/universal/${ad.id}`, { headers });
    expect((await now.json()).data.one_bid_for_all_geo).toBe(most);
    await look(page, 'auto-bid');
  } finally {
    const ids = [ad.id];
    await request.put('/api/advertiser/ads/all/epc_coefficient', { headers, data: { ids, value: null } });
    await request.put('/api/advertiser/ads/all/bid', { headers, data: { ids, one_bid_for_all_geo: before } });
    await page.context().close();
  }
});

/** A campaign of somebody new, for stories that begin with one. */
import { expect, type Page } from '@playwright/test';
import { bearer, newAddress, PASSWORD, resume, settle, tokensOf } from './people.ts';

/** The path of campaigns in the API. */
export const CAMPAIGNS = '/api/advertiser/campaigns';

/** What a campaign of a story begins as. */
export const SPRING = { name: 'Spring', target_id: 1, daily_money_limit: 50 };

/** A new advertiser with a campaign, logged in in the browser of the page; what calls the API as them, and what is stored. */
export async function beginCampaign(page: Page, name: string) {
  const email = newAddress(name);
  await settle(page.request, email, PASSWORD);
  await resume(page.context(), email, PASSWORD);
  const { access_token } = await tokensOf(page.request, email, PASSWORD);
  const { headers } = bearer(access_token);
  const made = await page.request.post(CAMPAIGNS, { headers, data: SPRING });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()).data as { id: number };
  const stored = async () => (await (await page.request.get(`${CAMPAIGNS}/${id}`, { headers })).json()).data;
  return { id, headers, stored };
}

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { PushAd } from '~/api/sdk';
import { CampaignStatus } from '~/api/words';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import * as toasts from '~/ui/toast';
import { ListPart } from '../../list/list-view';
import { ALL_PUSH_ADS } from './push-ads-list';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ad = (uuid: string, title: string) =>
  ({
    id: Number(uuid),
    uuid,
    title,
    campaign_uuid: 'c',
    campaign_name: 'Cabins',
    status_id: CampaignStatus.Started,
    is_started_wanted: true,
    halts: [],
    bid: 0.1,
    url: 'https://shop.example/',
    language_code: 'en',
  }) as unknown as PushAd;

const ADS = [ad('1', 'Stove'), ad('2', 'Lake')];

/** The list of all push ads, and the bodies that change some. */
async function open() {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api-push-proxy/resources/settings': ok({
      data: { min_bid: 0.01, high_bid: 1, step: 0.01, decimals: 2, countries: [] },
    }),
    'GET /api-push-proxy/ads': ok({ data: ADS, pagination: { total: 2, limit: 20, offset: 0 } }),
    'GET /api-push-proxy/ads/1': ok({ data: ADS[0] }),
    'GET /api-push-proxy/ads/2': ok({ data: ADS[1] }),
    'PATCH /api-push-proxy/ads/many': ok({ data: { updated_count: 2, refused: [] } }),
    'PATCH /api-push-proxy/ads/1/archive': ok({ data: ADS[0] }),
    'PATCH /api-push-proxy/ads/1/unarchive': ok({ data: ADS[0] }),
    'PATCH /api-push-proxy/ads/1/start': ok({ message: { started_count: 1 } }),
  });
  showAt('/here', <ListPart spec={ALL_PUSH_ADS} />);
  await screen.findByText('Stove');
  return () => calls.filter(({ method }) => method === 'PATCH').map(({ path, body }) => body ?? path);
}

it('asks about a high bid in the list before it is sent', async () => {
  const sent = await open();
  await userEvent.click(screen.getByRole('button', { name: /^Bid of Stove: change/ }));
  fill(await screen.findByLabelText('Bid, $'), '1.5');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/A bid above \$1,00 is mostly a slip of the comma/)).toBeInTheDocument();
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual([{ uuids: ['1'], bid: 1.5, confirm_high_bid: true }]));
});

it('asks about a high bid for many ads, once for each', async () => {
  const sent = await open();
  for (const title of ['Stove', 'Lake']) {
    await userEvent.click(screen.getByRole('checkbox', { name: new RegExp(title) }));
  }
  await userEvent.click(screen.getByRole('button', { name: 'Bid' }));
  const dialog = await screen.findByRole('dialog', { name: 'Bid of 2 push ads' });
  const set = () => userEvent.click(within(dialog).getByRole('button', { name: /^Set/ }));
  fill(within(dialog).getByLabelText(/^Bid for a valid click/), '2');
  await set();
  expect(await within(dialog).findByText(/Press the button again if it is meant/)).toBeInTheDocument();
  fill(within(dialog).getByLabelText(/^Bid for a valid click/), '3');
  await set();
  await within(dialog).findByText(/Press the button again if it is meant/);
  expect(sent()).toEqual([]);
  await set();
  await waitFor(() => expect(sent()).toEqual([{ uuids: ['1', '2'], bid: 3, confirm_high_bid: true }]));
});

it('archives an ad, and brings it back started as it was', async () => {
  const undos: (() => void)[] = [];
  vi.spyOn(toasts, 'toast').mockImplementation((_title, more) => {
    if (more?.undo) undos.push(more.undo);
    return '';
  });
  const sent = await open();
  await userEvent.click(screen.getByRole('button', { name: 'More for Stove' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }));
  await waitFor(() => expect(undos).toHaveLength(1));
  undos[0]?.();
  const path = '/api-push-proxy/ads/1';
  await waitFor(() => expect(sent()).toEqual([`${path}/archive`, `${path}/unarchive`, `${path}/start`]));
});

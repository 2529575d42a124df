import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Ad, AdGroup, Campaign, PushAd, PushCampaign } from '~/api/sdk';
import { AdStatus, CampaignStatus } from '~/api/words';
import { session } from '~/app/session';
import { adStatusOf, DRAFT } from '~/lib/statuses';
import { ok, type StubbedCall, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import * as toasts from '~/ui/toast';
import { ListPart } from '../list/list-view';
import { PushAdForm } from '../push/ad-form/push-ad-form';
import { adStatus } from '../push/ad-list/push-ad-status';
import { AdForm } from './form/ad-form';
import { ALL_ADS } from './list/ads-list';

/** What forms send: the stub reads no multipart. And what is answered beside whether it is a draft. */
const { sent, stored } = vi.hoisted(() => ({
  sent: [] as { body: { is_draft?: boolean | null } }[],
  stored: { ad: {} },
}));
vi.mock('~/api/queries', async (actual) => {
  const noted = () => ({
    mutationFn: async (call: (typeof sent)[number]) => {
      sent.push(call);
      return { data: { ...stored.ad, is_draft: call.body.is_draft === true } };
    },
  });
  return {
    ...(await actual<object>()),
    createAdMutation: noted,
    updateAdMutation: noted,
    createPushAdMutation: noted,
    updatePushAdMutation: noted,
  };
});

const USER = { id: 7, features: [], currency_unit: 1, default_bid: 4, is_trusted: false };

beforeEach(() => {
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
  sent.length = 0;
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const TEXT_AD = {
  ...{ id: 9, group_id: 3, campaign_id: 1, version: 2, title: 'Oak frames', short_description: 'Oak and glass.' },
  ...{ full_text: '', brand: '', original_url: 'https://shop.example/', primary_source_url: '', bids: [] },
  ...{ supported_block_format_types: [4], one_bid_for_all_geo: 2, bid_mode: 'by_hand', media_contents: [] },
  ...{ status_id: AdStatus.Stopped, is_draft: true, halts: [], ban_reasons: [], ban_comment: '' },
} as unknown as Ad;

function showForm(ad?: Ad, user: object = USER) {
  stored.ad = TEXT_AD;
  const told = vi.spyOn(toasts, 'toast').mockReturnValue('');
  stubApi({
    'GET /api/oauth2/user': ok({ data: user }),
    'GET /api/advertiser/ad_groups/3/reach': ok({ data: { shows_per_day: null, samples: 0, text: '', bids: null } }),
    'POST /api/advertiser/ads/check_landing': ok({ data: {} }),
  });
  showAt(
    '/here',
    <AdForm
      campaign={{ id: 1, name: 'Spring' } as Campaign}
      group={{ id: 3, name: 'Evenings', ad_format_type_id: 4, coefficients: [] } as unknown as AdGroup}
      {...(ad ? { ad } : {})}
    />,
  );
  return told;
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const drafts = () => sent.map(({ body }) => body.is_draft);

it.each([
  ['Keep as draft', true, 'Ad kept as a draft'],
  ['Send to moderation', false, 'Ad created'],
])('sends a new ad by the button that was pressed: %s', async (button, isDraft, title) => {
  const told = showForm();
  fill(await screen.findByLabelText(/^Address/), TEXT_AD.original_url);
  fill(screen.getByLabelText(/^Title/), TEXT_AD.title);
  fill(screen.getByLabelText(/^Description/), TEXT_AD.short_description);
  fill(screen.getByRole('textbox', { name: /^Bid/ }), '2');
  await press(button);
  await waitFor(() => expect(told).toHaveBeenCalledWith(title, expect.anything()));
  expect(drafts()).toEqual([isDraft]);
});

it.each([
  ['Keep as draft', true, 'Ad kept as a draft'],
  ['Send to moderation', false, 'Ad sent'],
])('keeps or sends a draft, also an unchanged one: %s', async (button, isDraft, title) => {
  const told = showForm(TEXT_AD);
  await press(button);
  await waitFor(() => expect(told).toHaveBeenCalledWith(title, expect.anything()));
  expect(drafts()).toEqual([isDraft]);
});

it('says nothing of drafts where an ad was sent', async () => {
  showForm({ ...TEXT_AD, is_draft: false });
  await press('Save');
  await waitFor(() => expect(drafts()).toEqual([null]));
  expect(screen.queryByRole('button', { name: 'Keep as draft' })).not.toBeInTheDocument();
});

it('takes the word of trusted owners for it', async () => {
  showForm(TEXT_AD, { ...USER, is_trusted: true });
  expect(await screen.findByRole('button', { name: 'Send the ad' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Keep as draft' })).toBeInTheDocument();
});

const BUTTONS = { button_title_max: 20, buttons_max: 2, step: 0.01 };
const PUSH_AD = {
  ...{ id: 5, uuid: 'p', version: 1, title: 'Rain', body: 'At four.', url: 'https://shop.example/', bid: 0.05 },
  ...{ language_code: 'en', buttons: [], icon: { url: '/m/a.webp' }, image: null, halts: [] },
  ...{ status_id: CampaignStatus.Stopped, is_draft: true, is_rejected: false, is_locked: false, reasons: [] },
} as unknown as PushAd;

it.each([
  ['Keep as draft', true, 'Push ad kept as a draft'],
  ['Send to moderation', false, 'Push ad sent'],
])('does the same with a push ad: %s', async (button, isDraft, title) => {
  const told = vi.spyOn(toasts, 'toast').mockReturnValue('');
  stored.ad = PUSH_AD;
  stubApi({
    'GET /api/oauth2/user': ok({ data: USER }),
    'GET /api-push-proxy/resources/settings': ok({
      data: { min_bid: 0.01, high_bid: 1, decimals: 2, title_max: 60, body_max: 150, ...BUTTONS },
    }),
    'POST /api-push-proxy/reach': ok({ data: { subscribers: 0, due_today: 0, sites: [] } }),
    'POST /api/advertiser/ads/check_landing': ok({ data: {} }),
  });
  showAt('/here', <PushAdForm campaign={{ uuid: 'c', name: 'Rain' } as PushCampaign} ad={PUSH_AD} />);
  await press(button);
  await waitFor(() => expect(told).toHaveBeenCalledWith(title, expect.anything()));
  expect(drafts()).toEqual([isDraft]);
});

it('names a draft, and one that was put away by that', () => {
  expect(adStatusOf(TEXT_AD)).toBe(DRAFT);
  expect(adStatusOf({ ...TEXT_AD, is_draft: false }).label).toBe('Stopped');
  expect(adStatusOf({ ...TEXT_AD, status_id: AdStatus.Archived }).label).toBe('Archived');
  expect(adStatus(PUSH_AD)).toBe(DRAFT);
  expect(adStatus({ ...PUSH_AD, status_id: CampaignStatus.Archived }).label).toBe('Archived');
});

it('sends a draft from its row in the list', async () => {
  const row = { ...TEXT_AD, campaign_name: 'Spring', group_name: 'Evenings' };
  const rows = [row, { ...row, id: 10, title: 'Pine frames', is_draft: false }];
  const pagination = { total: 2, current_page: 1, last_page: 1, per_page: 20 };
  const calls: StubbedCall[] = stubApi({
    'GET /api/oauth2/user': ok({ data: USER }),
    'GET /api/advertiser/ads/all': () =>
      calls.some(({ method }) => method === 'POST') ? { status: 503 } : ok({ data: rows, pagination }),
    'POST /api/advertiser/ad_groups/3/ads/remoderate/9': ok({ data: { ...row, is_draft: false, status_id: 2 } }),
  });
  showAt('/here', <ListPart spec={ALL_ADS} />);
  expect(await screen.findByText('Draft')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'More for Pine frames' }));
  await screen.findByRole('menuitem', { name: 'Archive' });
  expect(screen.queryByRole('menuitem', { name: 'Send the draft' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'More for Oak frames' }));
  // A draft is sent, not started: whether it runs then is its group's.
  expect(screen.getByRole('switch', { name: /^Oak frames/ })).toBeDisabled();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Send the draft' }));
  // Also before the list could be read again it is none any more, and is not sent a second time.
  await waitFor(() => expect(screen.queryByText('Draft')).not.toBeInTheDocument());
  expect(screen.getByRole('row', { name: /Oak frames/ })).toHaveTextContent('Waiting for moderation');
  expect(screen.getByRole('switch', { name: /^Oak frames/ })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'More for Oak frames' }));
  expect(await screen.findByRole('menuitem', { name: 'Archive' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Send the draft' })).not.toBeInTheDocument();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

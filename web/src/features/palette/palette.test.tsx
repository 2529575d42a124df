import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Cabinet } from '~/lib/roles';
import { type Answers, ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { Palette } from './palette';

const pagination = { current_page: 1, last_page: 1, per_page: 6, total: 1 };
const CAMPAIGNS = [
  { id: 7, name: 'Spring' },
  { id: 220, name: 'Number 22' },
  { id: 22, name: 'Summer' },
  { id: 9, uuid: 'uuid', name: 'Autumn' },
];
const PUSH_ADS = [{ id: 30, uuid: 'ad-uuid', campaign_uuid: 'uuid', title: 'Winter coats' }];

const NOTHING = { text: '', isEntered: false };

/** Answers come after this time. */
const SLOW_MS = 50;

const box = () => screen.getByRole('combobox');
const hits = () => screen.queryAllByRole('option').map((option) => option.textContent);

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open(cabinet: Cabinet = 'advertiser', more: Answers = {}, initial = NOTHING) {
  const answers: Answers = {
    'GET /api/advertiser/ad_groups/list_for_copy': ok({ data: [], pagination }),
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: 1, advertiser: {}, features: [] } }),
    'GET /api/advertiser/ads/all': ok({ data: [], pagination }),
    'GET /api-push-proxy/ads': ({ path }) => {
      const words = new URLSearchParams(path.split('?')[1]).get('ad') ?? '';
      return ok({ data: PUSH_ADS.filter(({ title }) => title.toLowerCase().includes(words)) });
    },
    'GET /api/advertiser/campaigns': ({ path }) => {
      const words = new URLSearchParams(path.split('?')[1]).get('searchPhrase') ?? '';
      const found = CAMPAIGNS.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(words));
      return ok({ data: found, pagination });
    },
    ...more,
  };
  stubApi(answers);
  const stub = fetch;
  vi.stubGlobal('fetch', async (request: Request) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    return stub(request);
  });
  const [closed, left] = [vi.fn(), vi.fn()];
  const router = showAt('/here', <Palette cabinet={cabinet} initial={initial} onClose={closed} onLeave={left} />);
  await screen.findByRole('combobox');
  return { closed, left, router };
}

it('has the focus as soon as it stands, so that no letter is lost', async () => {
  let hadFocus: boolean | undefined;
  const observer = new MutationObserver(() => {
    const input = screen.queryByRole('combobox');
    if (input) hadFocus ??= document.activeElement === input;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await open();
  observer.disconnect();
  expect(hadFocus).toBe(true);
});

it('shows no hit of other words, and opens with Enter what the answer brings', async () => {
  const { closed, left, router } = await open();
  fill(box(), 'spring');
  await waitFor(() => expect(hits()).toEqual(['Spring7']));
  fill(box(), 'summer');
  expect(hits()).toEqual([]);
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(left).not.toHaveBeenCalled();
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(closed).not.toHaveBeenCalled();
  await waitFor(() => expect(router.state.location.pathname).toBe('/advertiser/campaigns/22'));
});

it.each([
  ['', '/here'],
  ['spring', '/advertiser/campaigns/7'],
])('goes where what was entered before it stood leads: “%s”', async (text, page) => {
  const { router } = await open('advertiser', {}, { text, isEntered: true });
  await new Promise((resolve) => setTimeout(resolve, 4 * SLOW_MS));
  await waitFor(() => expect(router.state.location.pathname).toBe(page));
});

it('leaves to an input method the Enter that ends what it composes', async () => {
  const { left } = await open();
  fill(box(), 'spring');
  await waitFor(() => expect(hits()).toEqual(['Spring7']));
  fireEvent.keyDown(box(), { key: 'Enter', isComposing: true });
  expect(left).not.toHaveBeenCalled();
});

it('puts the thing of a typed id first', async () => {
  await open();
  fill(box(), '22');
  await waitFor(() => expect(hits()).toEqual(['Summer22', 'Number 22220']));
});

it.each([
  ['autumn', '/advertiser/campaigns/push/uuid'],
  ['winter', '/advertiser/campaigns/push/uuid/medias/ad-uuid/edit'],
])('leads to the pages of pushes: %s', async (words, page) => {
  const { left, router } = await open();
  fill(box(), words);
  await waitFor(() => expect(hits()).toHaveLength(1));
  fireEvent.keyDown(box(), { key: 'Enter' });
  await waitFor(() => expect(left).toHaveBeenCalled());
  await waitFor(() => expect(router.state.location.pathname).toBe(page));
});

it('finds groups', async () => {
  const { router } = await open('advertiser', {
    'GET /api/advertiser/ad_groups/list_for_copy': ok({
      data: [{ id: 41, name: 'Evenings', campaign_id: 7 }],
      pagination,
    }),
  });
  fill(box(), 'evenings');
  await waitFor(() => expect(hits()).toEqual(['Evenings41']));
  fireEvent.keyDown(box(), { key: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/advertiser/campaigns/7/groups/41'));
});

it.each([
  [1, '/webmaster/sites/81/blocks/constructor/edit/91'],
  [32, '/webmaster/sites/81/push'],
])('finds blocks where they are set, by their format %i', async (format, path) => {
  const { router } = await open('webmaster', {
    'GET /api/webmaster/sites': ok({ data: [], pagination }),
    'GET /api/webmaster/stats/filters/blocks': ok({ data: [{ id: '91', name: 'Below the text' }] }),
    'GET /api/webmaster/blocks/91': ok({
      data: { id: 91, name: 'Below the text', site_id: 81, block_format_type_id: format },
    }),
  });
  fill(box(), '91');
  await waitFor(() => expect(hits()).toEqual(['Below the text91']));
  fireEvent.keyDown(box(), { key: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
});

it('finds users, campaigns and ads for staff, by id too', async () => {
  const { router } = await open('admin', {
    'GET /api/admin/users': ok({ data: [{ id: 10482, email: 'buyer@x.example' }], pagination }),
    'GET /api/admin/sites': ok({ data: [], pagination }),
    'GET /api/admin/stats/filters/campaigns': ok({ data: [] }),
    'GET /api/admin/stats/filters/ads': ok({ data: [{ id: '104820', name: 'Hats' }] }),
  });
  expect(box()).toHaveAccessibleName('Find a page, a user, a campaign or an ad by name or id');
  fill(box(), '10482');
  await waitFor(() => expect(hits()).toEqual(['buyer@x.example10482', 'Hats104820']));
  fireEvent.keyDown(box(), { key: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users/10482'));
});

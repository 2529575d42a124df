import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
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

/** Answers come after this time. */
const SLOW_MS = 50;

const box = () => screen.getByRole('combobox');
const hits = () => screen.queryAllByRole('option').map((option) => option.textContent);

afterEach(() => {
  vi.unstubAllGlobals();
});

async function open() {
  const answers: Answers = {
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
  };
  stubApi(answers);
  const stub = fetch;
  vi.stubGlobal('fetch', async (request: Request) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    return stub(request);
  });
  const closed = vi.fn();
  const router = showAt('/here', <Palette cabinet="advertiser" onClose={closed} />);
  await screen.findByRole('combobox');
  return { closed, router };
}

it('shows no hit of other words, and opens with Enter what the answer brings', async () => {
  const { closed, router } = await open();
  fill(box(), 'spring');
  await waitFor(() => expect(hits()).toEqual(['Spring7']));
  fill(box(), 'summer');
  expect(hits()).toEqual([]);
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(closed).not.toHaveBeenCalled();
  await waitFor(() => expect(closed).toHaveBeenCalled());
  await waitFor(() => expect(router.state.location.pathname).toBe('/advertiser/campaigns/22'));
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
  const { closed, router } = await open();
  fill(box(), words);
  await waitFor(() => expect(hits()).toHaveLength(1));
  fireEvent.keyDown(box(), { key: 'Enter' });
  await waitFor(() => expect(closed).toHaveBeenCalled());
  await waitFor(() => expect(router.state.location.pathname).toBe(page));
});

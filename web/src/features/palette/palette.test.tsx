import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Answers, ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { Palette } from './palette';

const pagination = { current_page: 1, last_page: 1, per_page: 6, total: 1 };
const CAMPAIGNS = [
  { id: 7, name: 'Spring' },
  { id: 22, name: 'Summer' },
  { id: 220, name: 'Number 22' },
];

/** Answers come after this time. */
const SLOW_MS = 1_000;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const box = () => screen.getByRole('combobox');
const hits = () => screen.queryAllByRole('option').map((option) => option.textContent);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open() {
  const answers: Answers = {
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: 1, advertiser: {}, features: [] } }),
    'GET /api/advertiser/ads/all': ok({ data: [], pagination }),
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
  await pass(SLOW_MS * 2);
  return { closed, router };
}

it('shows no hit of other words, and opens with Enter what the answer brings', async () => {
  const { closed, router } = await open();
  fill(box(), 'spring');
  await pass(SLOW_MS * 3);
  expect(hits()).toEqual(['Spring7']);
  fill(box(), 'summer');
  await pass(10);
  expect(hits()).toEqual([]);
  fireEvent.keyDown(box(), { key: 'Enter' });
  await pass(100);
  expect(closed).not.toHaveBeenCalled();
  await pass(SLOW_MS * 3);
  expect(closed).toHaveBeenCalled();
  expect(router.state.location.pathname).toBe('/advertiser/campaigns/22');
});

it('puts the thing of a typed id first', async () => {
  await open();
  fill(box(), '22');
  await pass(SLOW_MS * 3);
  expect(hits()).toEqual(['Summer22', 'Number 22220']);
});

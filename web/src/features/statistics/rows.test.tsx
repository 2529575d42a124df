import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { ASK, type Question } from './asking';
import { StatisticsPage } from './statistics-page';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const row = (level: string, id: string, name: string) => ({ level, id, name, parents: {}, shows_count: 3 });

/** A report of campaigns, two pages of one; each with ads. */
async function open(below: (question: Question) => object, search = '') {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'POST /api/advertiser/stats/tmp_with_postbacks': ({ body }) => {
      const question = body as Question;
      const pagination = { current_page: question.page, last_page: 2, per_page: 1, total: 2 };
      const answer = { total_result: { shows_count: 3 }, names: { site: { 77: 'Gazette' } }, pagination };
      const [level] = question.groups;
      if (level === 'ad') return { status: 200, ...below(question) };
      if (level !== 'campaign') return ok({ ...answer, result: [] });
      return ok({
        ...answer,
        result: question.page > 2 ? [] : [row('campaign', String(question.page), `Campaign ${question.page}`)],
      });
    },
  });
  const router = showAt(`/advertiser/statistics${search}`, <StatisticsPage side="advertiser" />);
  await screen.findByText(/^Campaign \d$/);
  const asked = () => calls.filter(({ method, body }) => method === 'POST' && (body as Question).groups[0] === 'ad');
  return { router, asked };
}

const ads = (total: number) => ({
  body: {
    result: [row('ad', '5', 'Boots')],
    total_result: {},
    names: {},
    pagination: { current_page: 1, last_page: 1, per_page: 200, total },
  },
});
const openRow = async (name: string) => userEvent.click(await screen.findByRole('button', { name: `Open ${name}` }));

it('says that rows below did not load, and asks again', async () => {
  let isDown = true;
  await open(() => (isDown ? { status: 422, body: { status: 422 } } : ads(1)));
  await openRow('Campaign 1');
  expect(await screen.findByText('These rows did not load.')).toBeInTheDocument();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Boots')).toBeInTheDocument();
});

it('says how many rows below are not shown', async () => {
  await open(() => ads(241));
  await openRow('Campaign 1');
  expect(await screen.findByText('And 240 more. The CSV has all of them.')).toBeInTheDocument();
});

it('asks no more for rows below one that is out of sight', async () => {
  const every = vi.spyOn(ASK, 'advertiser');
  const { router } = await open(() => ads(1));
  await openRow('Campaign 1');
  await screen.findByText('Boots');
  await act(() => router.navigate({ to: '.', search: { page: 2 } as never }));
  await screen.findByText('Campaign 2');
  every.mockClear();
  await openRow('Campaign 2');
  await screen.findByText('Boots');
  const parents = every.mock.calls.flatMap(([{ groups, filters }]) => (groups[0] === 'ad' ? [filters.campaign] : []));
  expect(parents.every((one) => JSON.stringify(one) === '{"in":["2"]}')).toBe(true);
});

it('names what the address filters by once the answer has it', async () => {
  await open(() => ads(1), `?filters=${encodeURIComponent('[{"by":"site","not":true,"values":["77"]}]')}`);
  expect(await screen.findByText('Gazette')).toBeInTheDocument();
});

it('goes to the last page where the address has one beyond it', async () => {
  const { router } = await open(() => ads(1), '?page=9&count=1');
  expect(await screen.findByText('Campaign 2')).toBeInTheDocument();
  await waitFor(() => expect(router.state.location.search).toMatchObject({ page: 2 }));
  expect(within(screen.getByRole('table')).queryByText(/Nothing in this period/)).not.toBeInTheDocument();
});

it('moves between the figures of the chart by the arrow keys', async () => {
  const { router } = await open(() => ads(1));
  const [first, second] = screen.getAllByRole('radio');
  act(() => first?.focus());
  await userEvent.keyboard('{ArrowRight}');
  expect(second).toHaveFocus();
  await waitFor(() => expect(second).toHaveAttribute('aria-checked', 'true'));
  expect(first).toHaveAttribute('tabindex', '-1');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(screen.getAllByRole('radio').at(-1)).toHaveFocus();
  await waitFor(() => expect(router.state.location.searchStr).toContain('metric='));
});

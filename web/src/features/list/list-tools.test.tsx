import { notifications } from '@mantine/notifications';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listCampaignsOptions } from '~/api/queries';
import type { Campaign } from '~/api/sdk';
import { CampaignStatus, CurrencyUnit, LIST_CAMPAIGNS_ORDERS } from '~/api/words';
import { session } from '~/app/session';
import { ok, refused, type StubbedCall, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { CAMPAIGNS } from '../campaigns/api';
import { ListPart } from './list-view';
import type { ListSpec } from './spec';

const saved: { text: string; name: string }[] = [];
vi.mock('~/api/download', () => ({
  saveFile: (content: Blob, name: string) => content.text().then((text) => saved.push({ text, name })),
}));

const row = (id: number, name: string, more = {}) => ({ id, name, status: 2, is_started_wanted: true, ...more });
const view = (id: number, name: string, search: string, list = 'my-list') => ({ id, list, name, search });

const LIST: ListSpec<Campaign> = {
  ...CAMPAIGNS,
  name: 'my.list',
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'stopped', label: 'Stopped', status: 1 },
  ],
  rows: ({ query }) => listCampaignsOptions({ query: query(LIST_CAMPAIGNS_ORDERS, CampaignStatus) }),
  search: { label: 'Search' },
  named: { label: 'Campaign', sort: 'name' },
  metrics: { side: 'advertiser', shown: ['money'] },
  columns: [
    { id: 'ads', label: 'Ads', text: (campaign) => campaign.running_ads_count },
    { id: 'note', label: 'Note', hidden: true, cell: () => <b>bold</b>, csv: () => 'plain' },
    { id: 'picture', label: 'Picture', cell: () => <img alt="" /> },
    'metrics',
    { id: 'limit', label: 'Limit', inUnit: true, cell: () => null, csv: ({ daily_money_limit: limit }) => limit },
  ],
  first: { title: 'Nothing yet', text: '' },
};

const told = vi.spyOn(notifications, 'show').mockImplementation(() => '');
const title = () => told.mock.lastCall?.[0].title;
const message = () => {
  const Message = () => told.mock.lastCall?.[0].message;
  return render(<Message />);
};

const ROWS = [row(1, 'Shoes'), row(2, 'Hats')];
const answered = (data: object[], page = 1, last = 1, total = data.length) =>
  ok({ data, pagination: { current_page: page, last_page: last, per_page: 500, total } });

async function open(answers: Parameters<typeof stubApi>[0] = {}, search = '', spec = LIST) {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, currency_unit: CurrencyUnit.Dollar } }),
    'GET /api/advertiser/campaigns': answered(ROWS),
    ...answers,
  });
  const router = showAt(`/advertiser/campaigns${search}`, <ListPart spec={spec} />);
  await screen.findByText('Shoes');
  return Object.assign(calls, { router });
}

const tool = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return screen.findByRole('dialog', { name });
};

beforeEach(() => {
  told.mockClear();
  saved.length = 0;
  localStorage.clear();
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

it('opens a view: its choices replace those of the list, and the rest of the address stays', async () => {
  localStorage.setItem('placard.list.my.list', JSON.stringify({ cols: 'ctr', count: 20 }));
  const { router } = await open(
    {
      'GET /api/account/list_views': ok({
        data: [view(1, 'Stopped ones', 'status=stopped&sort=money'), view(2, 'Others', 'q=x', 'sites')],
      }),
    },
    '?q=shoe&page=3&part=a',
  );
  const panel = await tool('Views');
  expect(within(panel).queryByText('Others')).toBeNull();
  await userEvent.click(await within(panel).findByRole('button', { name: 'Stopped ones' }));
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ part: 'a', status: 'stopped', sort: 'money' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Views' })).toBeNull());
  const again = await tool('Views');
  expect(await within(again).findByRole('button', { name: 'Stopped ones' })).toHaveAttribute('aria-current', 'true');
});

it('saves what is chosen without the page, and says what is wrong with the name', async () => {
  let answer = refused({ name: ['is the name of another view of this list'] });
  const calls = await open(
    {
      'GET /api/account/list_views': ok({ data: [] }),
      'POST /api/account/list_views': () => answer,
    },
    '?q=shoe&sort=money&page=3&part=a',
  );
  const panel = await tool('Views');
  await userEvent.click(within(panel).getByRole('button', { name: 'Save this view…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save this view' });
  expect(dialog).toHaveTextContent('Search“shoe”');
  expect(dialog).toHaveTextContent('OrderSpent, $, down');
  const send = () => userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await send();
  expect(await within(dialog).findByText('A name is needed.')).toBeInTheDocument();
  fill(within(dialog).getByLabelText('Name'), ' Shoes by cost ');
  await send();
  expect(await within(dialog).findByText('Is the name of another view of this list.')).toBeInTheDocument();
  answer = { status: 201, body: { data: view(1, 'Shoes by cost', 'q=shoe&sort=money') } };
  await send();
  await vi.waitFor(() => expect(title()).toBe('View saved'));
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    list: 'my-list',
    name: 'Shoes by cost',
    search: 'q=shoe&sort=money',
  });
});

it('updates a view, copies its link, and brings a deleted one back', async () => {
  const calls = await open(
    {
      'GET /api/account/list_views': ok({ data: [view(4, 'Mine', 'q=hat')] }),
      'PUT /api/account/list_views/4': ok({ data: view(4, 'Mine', 'q=shoe') }),
      'DELETE /api/account/list_views/4': { status: 204 },
      'POST /api/account/list_views': { status: 201, body: { data: view(5, 'Mine', 'q=hat') } },
    },
    '?q=shoe',
  );
  const copied: string[] = [];
  vi.stubGlobal('navigator', { onLine: true, clipboard: { writeText: async (text: string) => copied.push(text) } });
  const choose = async (name: string) => {
    const panel = await tool('Views');
    await userEvent.click(await within(panel).findByRole('button', { name: 'More for the view Mine' }));
    await userEvent.click(await screen.findByRole('button', { name }));
  };
  await choose('Update to what is shown');
  await vi.waitFor(() => expect(title()).toBe('View updated'));
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ name: 'Mine', search: 'q=shoe' });
  await choose('Copy link');
  await vi.waitFor(() => expect(copied).toHaveLength(1));
  const link = new URL(copied[0] ?? '');
  expect(link.pathname).toBe('/advertiser/campaigns');
  expect(Object.fromEntries(link.searchParams)).toEqual({ q: 'hat', count: '50', cols: 'ads.picture.money.limit' });
  await choose('Delete');
  await vi.waitFor(() => expect(title()).toBe('View deleted'));
  await userEvent.click(message().getByRole('button', { name: 'Undo' }));
  await vi.waitFor(() =>
    expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
      list: 'my-list',
      name: 'Mine',
      search: 'q=hat',
    }),
  );
});

/** Pages of the list as the file asks for them. */
const paged =
  (pages: object[][], total: number) =>
  ({ path }: StubbedCall) => {
    const page = Number(new URLSearchParams(path.split('?')[1]).get('page'));
    return answered(pages[page - 1] ?? [], page, pages.length, total);
  };

const file = async (which?: string) => {
  const panel = await tool('CSV');
  if (which) await userEvent.click(within(panel).getByRole('button', { name: which }));
  await userEvent.click(within(panel).getByRole('button', { name: 'Save the file' }));
};

it('saves all rows with the columns on screen: plain numbers, no formula, each row once', async () => {
  const figures = { shows_count: 10, money: 1234.5 };
  const calls = await open({
    'GET /api/advertiser/campaigns': paged(
      [
        [row(1, 'Shoes', { running_ads_count: 3, statistic: figures, daily_money_limit: 20 })],
        [row(1, 'Shoes', { running_ads_count: 3, statistic: figures }), row(2, '=1+1; "x"')],
      ],
      2,
    ),
  });
  await file();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toMatch(/^my\.list-\d{4}-\d\d-\d\d\.csv$/);
  expect(saved[0]?.text.split('\r\n')).toEqual([
    'Campaign, id;Campaign;Ads;Spent, $;Limit, $',
    '1;Shoes;3;1234,5;',
    `2;"'=1+1; ""x""";;;`,
    '',
  ]);
  expect(title()).toBe('File of 2 campaigns saved');
  const asked = calls.filter(({ path }) => path.includes('count=500'));
  expect(asked.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('page'))).toEqual(['1', '2']);
});

it('saves all columns in the unit of the user', async () => {
  await open({
    'GET /api/oauth2/user': ok({ data: { id: 7, currency_unit: CurrencyUnit.Cent } }),
    'GET /api/advertiser/campaigns': answered([row(1, 'Shoes', { daily_money_limit: 0.07 })]),
  });
  await screen.findByText('Limit, ¢');
  await file('All columns');
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  const [head, first] = (saved[0]?.text ?? '').split('\r\n');
  expect(head).toMatch(/^Campaign, id;Campaign;Ads;Note;Spent, ¢;Shows;.*;Limit, ¢$/);
  expect(first).toMatch(/^1;Shoes;;plain;;.*;7$/);
});

it.each([
  ['with', '', 'Campaign, id;Campaign;Spent, $'],
  ['without', '?stats=false', 'Campaign, id;Campaign;Today, $'],
])('has what figures say too only where they are not, here %s them', async (_, search, head) => {
  const today = { id: 'today', label: 'Today', withoutFigures: true, money: () => 1 } as const;
  await open({}, search, { ...LIST, columns: [today, 'metrics'] });
  expect(screen.queryAllByRole('columnheader', { name: 'Today, $' })).toHaveLength(search === '' ? 0 : 1);
  await file();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.text.split('\r\n')[0]).toBe(head);
});

it('looks again for rows that moved to another page meanwhile, and says which it never met', async () => {
  const [one, two] = [row(1, 'Shoes'), row(2, 'Hats')];
  let asked = 0;
  const moving =
    (total: number) =>
    ({ path }: StubbedCall) => {
      if (!path.includes('count=500')) return answered(ROWS);
      asked += 1;
      // The second row is on the first page from the third call on.
      return answered([asked < 3 ? one : two], asked % 2 === 1 ? 1 : 2, 2, total);
    };
  await open({ 'GET /api/advertiser/campaigns': moving(2) });
  await file();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.text.split('\r\n').slice(1, 3)).toEqual(['1;Shoes;;;', '2;Hats;;;']);
  expect(asked).toBe(4);
  expect(message().container.textContent).toBe('');
});

it('says that rows were missed', async () => {
  await open({ 'GET /api/advertiser/campaigns': paged([[row(1, 'Shoes')]], 3) });
  await file();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(message().container.textContent).toContain('The list changed meanwhile: 2 were missed');
  // Nobody sees it in the file: it stands until it was read.
  expect(told.mock.lastCall?.[0]).toMatchObject({ autoClose: false, classNames: { root: 'warn' } });
});

it('says a name that is cut under the pointer', async () => {
  await open();
  expect(screen.getByText('Shoes')).toHaveAttribute('title', 'Shoes');
});

it('counts one row that was missed as one', async () => {
  await open({ 'GET /api/advertiser/campaigns': paged([[row(1, 'Shoes')]], 2) });
  await file();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(message().container.textContent).toContain('1 was missed');
});

it('says that there are more rows than a file has, and what went wrong', async () => {
  const many = Array.from({ length: 500 }, (_, at) => at);
  let fails = true;
  await open({
    'GET /api/advertiser/campaigns': ({ path }) => {
      const asked = new URLSearchParams(path.split('?')[1]);
      const page = Number(asked.get('page'));
      if (asked.get('count') !== '500') return answered(ROWS);
      if (page === 2 && fails) return { status: 409, body: { detail: 'Not now.', status: 409 } };
      return answered(
        many.map((at) => row((page - 1) * 500 + at + 1, 'One')),
        page,
        30,
        15_000,
      );
    },
  });
  await file();
  const panel = screen.getByRole('dialog', { name: 'CSV' });
  expect(await within(panel).findByText(/Not now/)).toBeInTheDocument();
  fails = false;
  await userEvent.click(within(panel).getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(title()).toBe('File of 10\u00a0000 campaigns saved');
  expect(message().container.textContent).toContain('5\u00a0000 more are found');
});

it('stops asking when it is cancelled', async () => {
  let held = 0;
  await open();
  const stub = globalThis.fetch;
  vi.stubGlobal('fetch', (input: Request) => {
    if (!input.url.includes('count=500')) return stub(input);
    held += 1;
    return new Promise((_, reject) => input.signal.addEventListener('abort', () => reject(input.signal.reason)));
  });
  await file();
  await vi.waitFor(() => expect(held).toBe(1));
  const panel = screen.getByRole('dialog', { name: 'CSV' });
  await userEvent.click(within(panel).getByRole('button', { name: 'Cancel' }));
  expect(await within(panel).findByRole('button', { name: 'Save the file' })).toBeInTheDocument();
  expect(saved).toHaveLength(0);
});

it('offers no second file where the page has one', async () => {
  await open({}, '', { ...LIST, hasFile: true });
  await screen.findByRole('button', { name: 'Views' });
  expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
});

it('offers a file and no views where a list has neither search nor filters', async () => {
  const { search: _, ...plain } = LIST;
  await open({}, '', { ...plain, offersFile: true });
  await file();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.text).toContain('Shoes');
  expect(screen.queryByRole('button', { name: 'Views' })).toBeNull();
});

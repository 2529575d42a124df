import { notifications } from '@mantine/notifications';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listCampaignsOptions } from '~/api/queries';
import type { Campaign } from '~/api/sdk';
import { CampaignStatus, CurrencyUnit, LIST_CAMPAIGNS_ORDERS } from '~/api/words';
import { session } from '~/app/session';
import { ok, refused, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { CAMPAIGNS } from '../campaigns/api';
import { ListPart } from './list-view';
import type { ListSpec } from './spec';

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
    { id: 'note', label: 'Note', hidden: true, cell: () => <b>bold</b> },
    { id: 'picture', label: 'Picture', cell: () => <img alt="" /> },
    'metrics',
    { id: 'limit', label: 'Limit', inUnit: true, cell: () => null },
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

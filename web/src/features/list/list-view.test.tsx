import { notifications } from '@mantine/notifications';
import { onlineManager } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { archiveCampaignMutation, listCampaignsOptions, unarchiveCampaignMutation } from '~/api/queries';
import type { Campaign } from '~/api/sdk';
import { CampaignStatus, LIST_CAMPAIGNS_ORDERS } from '~/api/words';
import { CAMPAIGN_STATUSES, statusOf } from '~/lib/statuses';
import { ok, refused, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { CAMPAIGNS } from '../campaigns/api';
import { archiving, deletion } from './actions';
import { byId, type Change } from './change';
import { ListPage } from './list-page';
import { ListPart } from './list-view';
import type { ListSpec } from './spec';
import { statusColumn } from './status-column';

const campaign = (id: number, name: string) => ({ id, name, status: 2, is_started_wanted: true });
const ROWS = [campaign(1, 'Shoes'), campaign(2, 'Hats'), campaign(3, 'Bags')];
const REFUSED = { status: 409, body: { detail: 'It is another one by now.', status: 409 } };
const ARCHIVE: Change<Campaign> = {
  done: 'archived',
  each: byId(archiveCampaignMutation),
  leaves: true,
  undo: () => ({ ...ARCHIVE, done: 'archived again' }),
};

const LIST: ListSpec<Campaign> = {
  ...CAMPAIGNS,
  name: 'tested',
  rows: ({ query }) => listCampaignsOptions({ query: query(LIST_CAMPAIGNS_ORDERS, CampaignStatus) }),
  named: { label: 'Campaign' },
  columns: [statusColumn(({ status }) => statusOf(CAMPAIGN_STATUSES, status))],
  actions: [
    { label: 'Archive', icon: () => null, change: ARCHIVE } as never,
    deletion({ each: byId(archiveCampaignMutation) }, () => 'They stop.'),
  ],
  first: { title: 'Nothing yet', text: '' },
};

const told = vi.spyOn(notifications, 'show').mockImplementation(() => '');

async function open(answers: Parameters<typeof stubApi>[0], search = '', first = 'Shoes', spec = LIST) {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/campaigns': ok({
      data: ROWS,
      pagination: { current_page: 1, last_page: 1, per_page: 50, total: ROWS.length },
    }),
    ...answers,
  });
  const router = showAt(`/advertiser/campaigns${search}`, <ListPart spec={spec} />);
  await screen.findByText(first);
  return Object.assign(calls, { router });
}

const title = () => told.mock.lastCall?.[0].title;
const Message = () => told.mock.lastCall?.[0].message;
const message = () => render(<Message />).container.textContent;
const choose = async (...names: string[]) => {
  for (const name of names) await userEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
};
const bar = (label: string) =>
  userEvent.click(
    within(screen.getByRole('toolbar', { name: /selected campaigns/ })).getByRole('button', { name: label }),
  );

beforeEach(() => {
  told.mockClear();
  localStorage.clear();
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

it('tells of many what was done and what was refused, by name, and leaves the refused ones selected', async () => {
  await open({
    'PUT /api/advertiser/campaigns/1/archive': ok({ data: ROWS[0] }),
    'PUT /api/advertiser/campaigns/2/archive': REFUSED,
    'PUT /api/advertiser/campaigns/3/archive': ok({ data: ROWS[2] }),
  });
  await choose('Shoes', 'Hats', 'Bags');
  await bar('Archive');
  await vi.waitFor(() => expect(title()).toBe('2 campaigns archived, 1 not'));
  expect(message()).toBe('“Hats”: It is another one by now.Undo');
  expect(screen.getByRole('toolbar', { name: 'For the 1 selected campaigns' })).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Select Hats' })).toBeChecked();
});

it('calls a cell "no value" where there is none, also of what formats one', async () => {
  const cells = { ads: () => null, clicks: () => undefined, reach: () => '–', spent: () => 0 };
  const columns = Object.entries(cells).map(([id, cell]) => ({ id, label: id, cell }));
  await open({}, '', 'Shoes', { ...LIST, columns });
  const row = within(screen.getByRole('row', { name: /Shoes/ }));
  expect(row.getAllByRole('cell', { name: 'no value' })).toHaveLength(3);
  expect(row.getByRole('cell', { name: '0' })).toBeInTheDocument();
});

it('shows that a wish is on its way, and takes it back alone where it is refused', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const calls = await open({
    'PUT /api/advertiser/campaigns/1/stop': REFUSED,
  });
  const asked = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: Request) => {
    if (input.url.endsWith('/stop')) await held;
    return asked(input);
  });
  await userEvent.click(screen.getByRole('switch', { name: 'Shoes is on' }));
  const waiting = await screen.findByRole('switch', { name: 'Shoes is on: stopping…' });
  expect(waiting).not.toBeChecked();
  expect(waiting).toHaveAttribute('aria-busy', 'true');
  // What the server has not said stands nowhere.
  const row = within(screen.getByRole('row', { name: /Shoes/ }));
  expect(row.getByText('Stopping…')).toBeInTheDocument();
  expect(row.queryByText('Stopped')).not.toBeInTheDocument();
  await act(async () => answer());
  expect(await screen.findByRole('switch', { name: 'Shoes is on' })).toBeChecked();
  expect(title()).toBe('The campaign was not stopped');
  const lists = () => calls.filter(({ path }) => path.startsWith('/api/advertiser/campaigns?')).length;
  await vi.waitFor(() => expect(lists()).toBe(2));
});

it('sends quick wishes for a row one after the other, and leaves the last one on screen', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const calls = await open({
    'PUT /api/advertiser/campaigns/1/stop': REFUSED,
    'PUT /api/advertiser/campaigns/1/start': ok({ message: { started_count: 1 } }),
    'PUT /api/advertiser/campaigns/2/stop': ok({ data: ROWS[1] }),
  });
  const asked = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: Request) => {
    if (input.url.endsWith('/1/stop')) await held;
    return asked(input);
  });
  const put = () =>
    calls.filter(({ method }) => method === 'PUT').map(({ path }) => path.split('/').slice(-2).join(' '));
  await userEvent.click(screen.getByRole('switch', { name: 'Shoes is on' }));
  await userEvent.click(await screen.findByRole('switch', { name: 'Shoes is on: stopping…' }));
  // Another row does not wait for this one.
  await userEvent.click(screen.getByRole('switch', { name: 'Hats is on' }));
  await vi.waitFor(() => expect(put()).toEqual(['2 stop']));
  expect(screen.getByRole('switch', { name: 'Shoes is on: starting…' })).toBeChecked();
  await act(async () => answer());
  await vi.waitFor(() => expect(put()).toEqual(['2 stop', '1 stop', '1 start']));
  expect(await screen.findByRole('switch', { name: 'Shoes is on' })).toBeChecked();
});

it('shows what is when several quick wishes are refused, also where the list cannot be asked again', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked = 0;
  const LISTED = { data: ROWS, pagination: { current_page: 1, last_page: 1, per_page: 50, total: ROWS.length } };
  const calls = await open({
    'GET /api/advertiser/campaigns': () => (asked++ === 0 ? ok(LISTED) : { status: 500 }),
    'PUT /api/advertiser/campaigns/1/stop': REFUSED,
    'PUT /api/advertiser/campaigns/1/start': REFUSED,
  });
  const stub = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: Request) => {
    if (input.method === 'PUT') await held;
    return stub(input);
  });
  await userEvent.click(screen.getByRole('switch', { name: 'Shoes is on' }));
  await userEvent.click(await screen.findByRole('switch', { name: 'Shoes is on: stopping…' }));
  await screen.findByRole('switch', { name: 'Shoes is on: starting…' });
  await act(async () => answer());
  await vi.waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2));
  await vi.waitFor(() => expect(title()).toBe('The campaign was not started'));
  expect(await screen.findByRole('switch', { name: 'Shoes is on' })).toBeChecked();
});

it('says that nobody knows what became of a change to which no answer came, and asks again', async () => {
  const LOST = { status: 502 };
  const calls = await open({
    'PUT /api/advertiser/campaigns/1/archive': ok({ data: ROWS[0] }),
    'PUT /api/advertiser/campaigns/2/archive': LOST,
    'PUT /api/advertiser/campaigns/3/stop': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await choose('Shoes', 'Hats');
  await bar('Archive');
  await vi.waitFor(() => expect(title()).toBe('Campaign archived, 1 not known'));
  expect(message()).toMatch(/^“Hats”: No answer came\./);
  const lists = () => calls.filter(({ path }) => path.startsWith('/api/advertiser/campaigns?')).length;
  await vi.waitFor(() => expect(lists()).toBe(2));
  await userEvent.click(screen.getByRole('switch', { name: 'Bags is on' }));
  await vi.waitFor(() => expect(title()).toBe('Whether the campaign was stopped is not known'));
  await vi.waitFor(() => expect(lists()).toBe(3));
});

it('undoes what was done', async () => {
  const calls = await open({ 'PUT /api/advertiser/campaigns/2/archive': ok({ data: ROWS[1] }) });
  await choose('Hats');
  await bar('Archive');
  await vi.waitFor(() => expect(title()).toBe('Campaign archived'));
  const undo = render(<Message />);
  await userEvent.click(undo.getByRole('button', { name: 'Undo' }));
  await vi.waitFor(() => expect(title()).toBe('Campaign archived again'));
  expect(calls.filter(({ path }) => path.endsWith('/2/archive'))).toHaveLength(2);
});

it('asks before it deletes, and goes on asking with the reason where nothing was', async () => {
  await open({ 'PUT /api/advertiser/campaigns/2/archive': REFUSED });
  await choose('Hats');
  await bar('Delete');
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Hats”?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete 1' }));
  expect(await within(dialog).findByText('It is another one by now.')).toBeInTheDocument();
  expect(told).not.toHaveBeenCalled();
});

it('refuses a change without a network at once, and sends nothing when the network is back', async () => {
  await open({});
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request.method);
    throw new TypeError('offline');
  });
  onlineManager.setOnline(false);
  await userEvent.click(screen.getByRole('switch', { name: 'Shoes is on' }));
  await vi.waitFor(() => expect(title()).toBe('The campaign was not stopped'));
  expect(message()).toContain('did not answer');
  expect(await screen.findByRole('switch', { name: 'Shoes is on' })).toBeChecked();
  await choose('Hats');
  await bar('Delete');
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Hats”?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete 1' }));
  expect(await within(dialog).findByText(/did not answer/)).toBeInTheDocument();
  const before = sent.filter((method) => method !== 'GET').length;
  act(() => onlineManager.setOnline(true));
  await vi.waitFor(() => expect(sent).toContain('GET'));
  expect(sent.filter((method) => method !== 'GET')).toHaveLength(before);
});

it('says why fields were refused, row by row', async () => {
  const WHY = refused({ name: ['is taken'] });
  await open({ 'PUT /api/advertiser/campaigns/1/archive': WHY, 'PUT /api/advertiser/campaigns/2/archive': WHY });
  await choose('Shoes', 'Hats');
  await bar('Archive');
  await vi.waitFor(() => expect(title()).toBe('None of the 2 campaigns was archived'));
  expect(message()).toBe('“Shoes”: Is taken.“Hats”: Is taken.');
});

/** A server with pages of `size`, of which each has one row: its number. */
const paged =
  (last: () => number) =>
  ({ path }: { path: string }) => {
    const asked = new URLSearchParams(path.split('?')[1]);
    const [page, size] = [Number(asked.get('page')), Number(asked.get('count'))];
    return ok({
      data: page > last() ? [] : [campaign(page, `Row of page ${page}`)],
      pagination: { current_page: page, last_page: last(), per_page: size, total: last() * size },
    });
  };

it('goes to the last page when the one on screen is emptied, and says nothing untrue meanwhile', async () => {
  let last = 3;
  const calls = await open(
    {
      'GET /api/advertiser/campaigns': paged(() => last),
      'PUT /api/advertiser/campaigns/3/archive': () => {
        last = 2;
        return ok({ data: ROWS[0] });
      },
    },
    '?page=3',
    'Row of page 3',
  );
  const untrue: string[] = [];
  const watch = new MutationObserver(() =>
    untrue.push(...(document.body.textContent?.match(/No campaigns here/g) ?? [])),
  );
  watch.observe(document.body, { childList: true, subtree: true });
  await choose('Row of page 3');
  await bar('Archive');
  expect(await screen.findByText('Row of page 2')).toBeInTheDocument();
  expect(calls.router.state.location.search).toEqual({ page: 2 });
  watch.disconnect();
  expect(untrue).toEqual([]);
});

it('does not take the answer to a search for a list without anything', async () => {
  let answer = () => {};
  const calls = await open(
    {
      'GET /api/advertiser/campaigns': ({ path }) => {
        const isSearch = path.includes('searchPhrase=Boots');
        const data = isSearch ? [] : ROWS;
        return ok({ data, pagination: { current_page: 1, last_page: 1, per_page: 50, total: data.length } });
      },
    },
    '?q=Boots',
    'Nothing is called “Boots”',
  );
  const asked = globalThis.fetch;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async (input: Request) => held.then(() => asked(input)));
  await userEvent.click(screen.getByRole('button', { name: 'Show all campaigns' }));
  await vi.waitFor(() => expect(calls.router.state.location.search).toEqual({}));
  expect(screen.queryByText('Nothing yet')).not.toBeInTheDocument();
  await act(async () => answer());
  expect(await screen.findByText('Shoes')).toBeInTheDocument();
});

it('remembers columns and page size, also when its own link is followed, and takes a page of an address as it was meant', async () => {
  localStorage.setItem('placard.list.tested', JSON.stringify({ count: 20, cols: 'status' }));
  const calls = await open({ 'GET /api/advertiser/campaigns': paged(() => 9) }, '', 'Row of page 1');
  const here = () => calls.router.state.location.search;
  await vi.waitFor(() => expect(here()).toEqual({ count: 20, cols: 'status' }));
  await act(() => calls.router.navigate({ href: '/advertiser/campaigns' }));
  await vi.waitFor(() => expect(here()).toEqual({ count: 20, cols: 'status' }));
  expect(calls.every(({ path }) => !path.includes('count=50'))).toBe(true);
  await act(() => calls.router.navigate({ href: '/advertiser/campaigns?page=3' }));
  expect(await screen.findByText('Row of page 3')).toBeInTheDocument();
  expect(here()).toEqual({ page: 3, cols: 'status' });
});

it('goes on to the new day at midnight', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T23:59:50Z'));
  const calls = await open({});
  const days = () =>
    calls.flatMap(({ path }) => new URLSearchParams(path.split('?')[1]).get('filters[date_from]') ?? []);
  expect(days()).toEqual(['2026-11-21']);
  now.mockReturnValue(Date.parse('2026-11-22T00:00:05Z'));
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await vi.waitFor(() => expect(days()).toEqual(['2026-11-21', '2026-11-22']));
  now.mockRestore();
});

it('keeps the focus on the link to a new one where it moves to the empty place', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/campaigns': ok({
      data: [],
      pagination: { current_page: 1, last_page: 1, per_page: 50, total: 0 },
    }),
  });
  const asked = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: Request) => held.then(() => asked(input)));
  const first = { ...LIST.first, action: { label: 'New campaign', link: { to: '/advertiser/campaigns' } } } as const;
  showAt('/advertiser/campaigns', <ListPage spec={{ ...LIST, first }} />);
  const link = () => screen.findByRole('link', { name: 'New campaign' });
  const inHead = await link();
  act(() => inHead.focus());
  await act(async () => answer());
  expect(await screen.findByText('Nothing yet')).toBeInTheDocument();
  expect(inHead).not.toBeInTheDocument();
  expect(await link()).toHaveFocus();
});

it('undoes an archive: what ran is started again, and it is said', async () => {
  const actions = archiving<Campaign>(
    CAMPAIGNS.noun,
    CAMPAIGNS.wish,
    () => false,
    byId(archiveCampaignMutation),
    byId(unarchiveCampaignMutation),
  );
  const done = (id: number) => ok({ data: ROWS[id - 1] });
  const calls = await open(
    {
      'PUT /api/advertiser/campaigns/1/archive': done(1),
      'PUT /api/advertiser/campaigns/1/unarchive': done(1),
      'PUT /api/advertiser/campaigns/1/start': ok({ message: { started_count: 1 } }),
    },
    '',
    'Shoes',
    { ...LIST, actions },
  );
  await choose('Shoes');
  await bar('Archive');
  await vi.waitFor(() => expect(title()).toBe('Campaign archived'));
  const undo = render(<Message />);
  await userEvent.click(undo.getByRole('button', { name: 'Undo' }));
  await vi.waitFor(() => expect(title()).toBe('Campaign restored'));
  expect(message()).toContain('It is started again.');
  const put = calls.filter(({ method }) => method === 'PUT').map(({ path }) => path.split('/').at(-1));
  expect(put).toEqual(['archive', 'unarchive', 'start']);
});

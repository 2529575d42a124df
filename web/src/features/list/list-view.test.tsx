import { notifications } from '@mantine/notifications';
import { onlineManager } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { archiveCampaignMutation, listCampaignsOptions } from '~/api/queries';
import type { Campaign } from '~/api/sdk';
import { ok, refused, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { CAMPAIGNS } from '../campaigns/api';
import { deletion } from './actions';
import { byId, type Change } from './change';
import { ListPart } from './list-view';
import type { ListSpec } from './spec';

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
  rows: ({ query }) => listCampaignsOptions({ query }),
  columns: [{ label: 'Campaign' }],
  actions: [
    { label: 'Archive', icon: () => null, change: ARCHIVE } as never,
    deletion({ each: byId(archiveCampaignMutation) }, () => 'They stop.'),
  ],
  first: { title: 'Nothing yet', text: '' },
};

const told = vi.spyOn(notifications, 'show').mockImplementation(() => '');

async function open(answers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/campaigns': ok({
      data: ROWS,
      pagination: { current_page: 1, last_page: 1, per_page: 50, total: ROWS.length },
    }),
    ...answers,
  });
  showAt('/advertiser/campaigns', <ListPart spec={LIST} />);
  await screen.findByText('Shoes');
  return calls;
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

beforeEach(() => told.mockClear());
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

it('shows a wish at once, and takes it back alone where it is refused', async () => {
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
  expect(await screen.findByRole('switch', { name: 'Shoes is off' })).not.toBeChecked();
  await act(async () => answer());
  expect(await screen.findByRole('switch', { name: 'Shoes is on' })).toBeChecked();
  expect(title()).toBe('The campaign was not stopped');
  const lists = () => calls.filter(({ path }) => path.startsWith('/api/advertiser/campaigns?')).length;
  await vi.waitFor(() => expect(lists()).toBe(2));
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

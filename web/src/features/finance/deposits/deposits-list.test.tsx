import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { WATCHED_MS } from '~/lib/watched';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { Deposits } from './deposits-list';

const saved = vi.hoisted(() => [] as Blob[]);
vi.mock('~/api/download', async (original) => ({
  ...(await original<typeof import('~/api/download')>()),
  saveFile: (blob: Blob) => saved.push(blob),
}));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const NONE = { current_page: 1, last_page: 1, per_page: 5, total: 0 };
const SETTLED = {
  id: 41,
  payment_system_id: 1,
  is_automatic: false,
  amount: 100,
  received: 100,
  returned: 0,
  status_id: 2,
  created_at: '2026-11-20T10:00:00Z',
};

const open = (search: string, data: object[] = []) => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/deposits': ({ path }) =>
      ok({ data: path.includes('page=1&') ? data : [], pagination: { ...NONE, total: data.length } }),
    'GET /api/cashbox/payment_systems': ok({ data: [{ id: 1, name: 'Bank transfer' }] }),
  });
  const opened = vi.fn();
  const router = showAt(`/advertiser/finance${search}`, <Deposits opened={undefined} onOpen={opened} />);
  const asked = () => calls.map(({ path }) => path).filter((path) => path.startsWith('/api/advertiser/deposits'));
  return { asked, opened, address: () => router.state.location.search };
};

it('shows deposits in one state, from the first page on, and leaves the other list where it is', async () => {
  const { asked, address } = open('?page=4&deposits=2', [SETTLED]);
  fireEvent.click(await screen.findByRole('combobox', { name: 'State' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Expired' }));
  await waitFor(() => expect(asked().join(' ')).toMatch(/deposits\?\S*status_id=3/));
  expect(address()).toEqual({ page: 4, state: 3 });
});

it('says what comes where there is none yet', async () => {
  open('');
  expect(await screen.findByText('No top-up yet')).toBeInTheDocument();
});

it('goes to the last page of a state where the address has a later one', async () => {
  const { asked, opened, address } = open('?deposits=3&state=2', [SETTLED]);
  fireEvent.click(await screen.findByRole('button', { name: 'Deposit 41' }));
  expect(opened).toHaveBeenCalledWith(41);
  expect(address()).toEqual({ state: 2 });
  expect(screen.queryByText('No deposit is in this state')).not.toBeInTheDocument();
  expect(asked()).toHaveLength(2);
  expect(asked().every((path) => path.includes('status_id=2'))).toBe(true);
});

it('asks for all where no state is of the number in the address', async () => {
  const { asked } = open('?state=99', [SETTLED]);
  expect(await screen.findByRole('button', { name: 'Deposit 41' })).toBeInTheDocument();
  expect(asked().join(' ')).not.toContain('status_id');
});

it('tells what became of a deposit that is waited for', async () => {
  const deposits = [{ ...SETTLED, is_automatic: true, received: 0, status_id: 1 }];
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open('', deposits);
  expect(await screen.findByRole('cell', { name: 'Pending' })).toBeInTheDocument();
  deposits[0] = { ...SETTLED, is_automatic: true };
  await vi.advanceTimersByTimeAsync(WATCHED_MS);
  expect(await screen.findByRole('cell', { name: 'Settled' })).toBeInTheDocument();
});

it('becomes a file', async () => {
  open('', [SETTLED]);
  expect(await screen.findByText('Bank transfer')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'CSV' }));
  const panel = await screen.findByRole('dialog', { name: 'CSV' });
  await userEvent.click(within(panel).getByRole('button', { name: 'Save the file' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const [head, line] = ((await saved[0]?.text()) ?? '').replace('\ufeff', '').split('\r\n');
  expect(head?.split(';')).toEqual([
    'Number, id',
    'Number',
    'Date',
    'By',
    'Amount, $',
    'Came in, $',
    'Went back, $',
    'State',
  ]);
  expect(line?.split(';').slice(1)).toEqual(['Deposit 41', '2026-11-20', 'Bank transfer', '100', '100', '', 'Settled']);
});

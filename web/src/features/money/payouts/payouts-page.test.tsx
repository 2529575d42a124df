import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '~/app/session';
import { WATCHED_MS } from '~/lib/watched';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { PayoutsPage } from './payouts-page';

const PAYOUT = {
  id: 5,
  amount: 60,
  fee: 1,
  payable: 59.123456,
  payable_currency_id: 2,
  comment: '',
  created_at: '2026-01-02T00:00:00Z',
  currency: 'USD',
  is_auto: false,
  is_single_control: false,
  reference: 'placard-5',
  status: 'Approved',
  status_id: 2,
  transaction_hash: '',
  approved_by: { id: 7, email: 'god@placard.example' },
  wallet: { id: 1, number: 'TXyz', payment_type: { id: 16001, name: 'USDT TRC20' } },
  webmaster: { id: 9, email: 'w@site.example' },
};

afterEach(() => {
  vi.useRealTimers();
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

it('asks who approved a payout for a password before they pay it, and sends the hash', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, type_id: 12 } }),
    'GET /api/admin/payouts': ok({
      data: [PAYOUT],
      pagination: { current_page: 1, last_page: 1, per_page: 50, total: 1 },
    }),
    'GET /api/admin/payment_systems': ok({ data: [] }),
    'POST /api/admin/payouts/5/pay': ok({ data: { ...PAYOUT, status_id: 3 } }),
  });
  const token = `x.${btoa('{"sub":"7","sid":1}')}.x`;
  session.begin({ access_token: token, refresh_token: 'r', expires_in: 3600 });
  showAt('/admin/payouts', <PayoutsPage />);
  expect(await screen.findByText('59,123456')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: /Payout 5/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Mark as paid' }));
  const form = within(await screen.findByRole('form', { name: 'Payout 5 was paid' }));
  expect(form.getByText(/You approved this payout/)).toBeInTheDocument();
  fireEvent.change(form.getByLabelText('Transaction hash'), { target: { value: '0xabc' } });
  fireEvent.click(form.getByRole('button', { name: 'Mark as paid' }));
  expect(await form.findByText('Your password is needed.')).toBeInTheDocument();
  fireEvent.change(form.getByLabelText('Your password'), { target: { value: 'secret' } });
  fireEvent.click(form.getByRole('button', { name: 'Mark as paid' }));
  await vi.waitFor(() =>
    expect(calls.find((call) => call.method === 'POST')?.body).toEqual({
      transaction_hash: '0xabc',
      password: 'secret',
    }),
  );
});

it('corrects the transaction of a paid payout from the one that was seen', async () => {
  const paid = { ...PAYOUT, status: 'Paid', status_id: 3, transaction_hash: '0xabd' };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, type_id: 12 } }),
    'GET /api/admin/payouts': ok({
      data: [paid],
      pagination: { current_page: 1, last_page: 1, per_page: 50, total: 1 },
    }),
    'GET /api/admin/payment_systems': ok({ data: [] }),
    'PUT /api/admin/payouts/5/transaction_hash': ok({ data: { ...paid, transaction_hash: '0xabc' } }),
  });
  const token = `x.${btoa('{"sub":"7","sid":1}')}.x`;
  session.begin({ access_token: token, refresh_token: 'r', expires_in: 3600 });
  showAt('/admin/payouts', <PayoutsPage />);
  fireEvent.click(await screen.findByRole('button', { name: /Payout 5/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Correct the transaction' }));
  const form = within(await screen.findByRole('form', { name: 'Transaction of payout 5' }));
  const hash = form.getByLabelText('Right transaction hash');
  expect(form.getByText('0xabd')).toBeInTheDocument();
  fireEvent.change(hash, { target: { value: 'a b' } });
  fireEvent.click(form.getByRole('button', { name: 'Correct it' }));
  expect(await form.findByText(/without spaces/)).toBeInTheDocument();
  fireEvent.change(hash, { target: { value: '0xabd' } });
  fireEvent.click(form.getByRole('button', { name: 'Correct it' }));
  expect(await form.findByText('This one is noted already.')).toBeInTheDocument();
  fireEvent.change(hash, { target: { value: ' 0xabc ' } });
  fireEvent.click(form.getByRole('button', { name: 'Correct it' }));
  await vi.waitFor(() =>
    expect(calls.find((call) => call.method === 'PUT')?.body).toEqual({
      transaction_hash: '0xabc',
      former_hash: '0xabd',
    }),
  );
});

it('holds a payout back for a reason', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, type_id: 12 } }),
    'GET /api/admin/payouts': ok({
      data: [{ ...PAYOUT, held_reason: null }],
      pagination: { current_page: 1, last_page: 1, per_page: 50, total: 1 },
    }),
    'GET /api/admin/payment_systems': ok({ data: [] }),
    'POST /api/admin/payouts/5/hold': ok({ data: { ...PAYOUT, held_reason: 'Robots.' } }),
  });
  const token = `x.${btoa('{"sub":"7","sid":1}')}.x`;
  session.begin({ access_token: token, refresh_token: 'r', expires_in: 3600 });
  showAt('/admin/payouts', <PayoutsPage />);
  expect(await screen.findByText('59,123456')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: /Payout 5/ }));
  const hold = await screen.findByRole('menuitem', { name: 'Hold back' });
  expect(screen.queryByRole('menuitem', { name: 'Let it go on' })).toBeNull();
  // Who thinks better of it is back at the payout.
  hold.focus();
  fireEvent.click(hold);
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: /Payout 5/ })).toHaveFocus();
  fireEvent.click(screen.getByRole('button', { name: /Payout 5/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Hold back' }));
  const form = within(await screen.findByRole('form', { name: 'Hold payout 5 back' }));
  fireEvent.change(form.getByLabelText('Reason'), { target: { value: ' Robots. ' } });
  fireEvent.click(form.getByRole('button', { name: 'Hold it back' }));
  await vi.waitFor(() =>
    expect(calls.find((call) => call.method === 'POST')).toMatchObject({
      path: '/api/admin/payouts/5/hold',
      body: { comment: 'Robots.' },
    }),
  );
});

it('asks for the tick of a payout that goes into a file while its form is open, and keeps what is typed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let rows: object[] = [{ ...PAYOUT, exported_at: null }];
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, type_id: 12 } }),
    'GET /api/admin/payouts': () =>
      ok({ data: rows, pagination: { current_page: 1, last_page: 1, per_page: 50, total: rows.length } }),
    'GET /api/admin/payment_systems': ok({ data: [] }),
    'POST /api/admin/payouts/5/reject': ok({ data: { ...PAYOUT, status_id: 4 } }),
  });
  const token = `x.${btoa('{"sub":"7","sid":1}')}.x`;
  session.begin({ access_token: token, refresh_token: 'r', expires_in: 3600 });
  showAt('/admin/payouts', <PayoutsPage />);
  fireEvent.click(await screen.findByRole('button', { name: /Payout 5/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Reject' }));
  const form = within(await screen.findByRole('form', { name: 'Reject payout 5' }));
  fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'Robots.' } });
  expect(form.queryByRole('checkbox')).toBeNull();
  rows = [{ ...PAYOUT, exported_at: '2026-01-05T09:30:00.25Z' }];
  await act(() => vi.advanceTimersByTimeAsync(WATCHED_MS));
  const tick = await form.findByRole('checkbox', { name: /I have made sure that it was not sent/ });
  expect(form.getByLabelText('Reason')).toHaveValue('Robots.');
  // Somebody else did something with it: it is in this list no more.
  rows = [];
  await act(() => vi.advanceTimersByTimeAsync(WATCHED_MS));
  await vi.waitFor(() => expect(screen.queryByText('59,123456')).toBeNull());
  expect(tick).toBeInTheDocument();
  fireEvent.click(form.getByRole('button', { name: 'Reject' }));
  expect(await form.findByText('Without this the money could be paid twice.')).toBeInTheDocument();
  fireEvent.click(tick);
  fireEvent.click(form.getByRole('button', { name: 'Reject' }));
  await vi.waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ comment: 'Robots.', was_not_sent: true }),
  );
});

it('names a decision that is made again after a lost answer as before, whatever proves who decides', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, type_id: 12 } }),
    'GET /api/admin/payouts': ok({
      data: [PAYOUT],
      pagination: { current_page: 1, last_page: 1, per_page: 50, total: 1 },
    }),
    'GET /api/admin/payment_systems': ok({ data: [] }),
    'POST /api/admin/payouts/5/pay': { status: 503 },
  });
  const token = `x.${btoa('{"sub":"7","sid":1}')}.x`;
  session.begin({ access_token: token, refresh_token: 'r', expires_in: 3600 });
  showAt('/admin/payouts', <PayoutsPage />);
  fireEvent.click(await screen.findByRole('button', { name: /Payout 5/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Mark as paid' }));
  const form = within(await screen.findByRole('form', { name: 'Payout 5 was paid' }));
  const keys = () => calls.filter(({ method }) => method === 'POST').map(({ key }) => key);
  const send = async (hash: string, password: string, times: number) => {
    fireEvent.change(form.getByLabelText('Transaction hash'), { target: { value: hash } });
    fireEvent.change(form.getByLabelText('Your password'), { target: { value: password } });
    await vi.waitFor(() => expect(form.getByRole('button', { name: 'Mark as paid' })).toBeEnabled());
    fireEvent.click(form.getByRole('button', { name: 'Mark as paid' }));
    await vi.waitFor(() => expect(keys()).toHaveLength(times));
  };
  await send('0xabc', 'secret', 1);
  await send('0xabc', 'another', 2);
  await send('0xabd', 'another', 3);
  const [first, again, other] = keys();
  expect(first).toBeTruthy();
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it('gives one file again, and for NOWPayments never all of them', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, type_id: 12 } }),
    'GET /api/admin/payouts': ok({
      data: [{ ...PAYOUT, exported_at: '2026-01-05T09:30:00.25Z' }],
      pagination: { current_page: 1, last_page: 1, per_page: 50, total: 1 },
    }),
    'GET /api/admin/payment_systems': ok({ data: [] }),
    'POST /api/admin/payouts/export': ok('Ticker'),
  });
  const token = `x.${btoa('{"sub":"7","sid":1}')}.x`;
  session.begin({ access_token: token, refresh_token: 'r', expires_in: 3600 });
  showAt('/admin/payouts', <PayoutsPage />);
  expect(await screen.findByRole('button', { name: 'CSV of all approved' })).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'NOWPayments' }));
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'CSV of all approved' })).toBeNull());
  expect(screen.getByText(/leaves payouts to accounts out/)).toBeInTheDocument();
  fireEvent.click(await screen.findByRole('button', { name: /Payout 5/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Its file again' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save the file' }));
  await vi.waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1));
  const query = new URL(calls.find(({ method }) => method === 'POST')?.path ?? '', location.origin).searchParams;
  expect(Object.fromEntries(query)).toEqual({ exported_at: '2026-01-05T09:30:00.25Z', format: 'nowpayments' });
});

it('leads to a form that is asked for once more', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, type_id: 12 } }),
    'GET /api/admin/payouts': ok({
      data: [PAYOUT],
      pagination: { current_page: 1, last_page: 1, per_page: 50, total: 1 },
    }),
    'GET /api/admin/payment_systems': ok({ data: [] }),
  });
  const token = `x.${btoa('{"sub":"7","sid":1}')}.x`;
  session.begin({ access_token: token, refresh_token: 'r', expires_in: 3600 });
  showAt('/admin/payouts', <PayoutsPage />);
  await screen.findByText('59,123456');
  const choose = async () => {
    fireEvent.click(screen.getByRole('button', { name: /Payout 5/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Hold back' }));
  };
  await choose();
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Robots.' } });
  await choose();
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByLabelText('Reason')).toHaveFocus();
  expect(screen.getByLabelText('Reason')).toHaveValue('Robots.');
});

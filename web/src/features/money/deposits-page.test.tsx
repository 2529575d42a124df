import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DepositStatus, UserType } from '~/api/words';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { DepositsPage } from './deposits-page';

beforeEach(() => {
  session.begin({ access_token: `x.${btoa('{"sub":"1","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

it('opens a deposit with its payments, and closes the form when money is confirmed', async () => {
  let received = 0;
  const deposit = () => ({
    id: 12,
    amount: 500,
    received,
    returned: 0,
    bonus: 0,
    gateway: 'invoice',
    gateway_reference: '',
    invoice_number: 'INV-000004',
    status_id: received ? DepositStatus.Settled : DepositStatus.Pending,
    advertiser: { id: 7, email: 'ada@shop.example' },
    created_at: '2026-11-24T10:00:00Z',
  });
  const payments = () =>
    received ? [{ reference: '12-receipt-1', received, returned: 0, bad_debt: 0, dispute: '' }] : [];
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }),
    'GET /api/cashbox/payment_systems': ok({ data: [] }),
    'GET /api/admin/payment_systems': ok({ data: [] }),
    'GET /api/admin/deposits': () =>
      ok({ data: [deposit()], pagination: { page: 1, count: 50, total: 1, pages: 1 }, counts_by_status: null }),
    'GET /api/admin/deposits/12': () => ok({ data: { ...deposit(), payments: payments() } }),
    'POST /api/admin/deposits/12/confirm': () => {
      received = 500;
      return ok({ data: deposit() });
    },
  });
  showAt('/here?deposit=12', <DepositsPage />);
  expect(await screen.findByText('No payment of it is known yet.')).toBeInTheDocument();
  fireEvent.click(await screen.findByRole('button', { name: 'More for Deposit 12' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Confirm' }));
  fill(await screen.findByLabelText('Reference of the bank'), 'Statement 7');
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('12-receipt-1')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByLabelText('Reference of the bank')).not.toBeInTheDocument());
});

it('keeps what a form was opened with when somebody else books the same, and says so', async () => {
  let received = 0;
  const deposit = () => ({
    ...{ id: 12, amount: 1000, received, returned: 0, bonus: 0, gateway: 'invoice', gateway_reference: '' },
    ...{ invoice_number: 'INV-000004', status_id: DepositStatus.Pending, created_at: '2026-11-24T10:00:00Z' },
    // The list has no column for what came in: its new address tells that it was read again.
    advertiser: { id: 7, email: received ? 'ada@new.example' : 'ada@shop.example' },
  });
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }),
    'GET /api/cashbox/payment_systems': ok({ data: [] }),
    'GET /api/admin/payment_systems': ok({ data: [] }),
    'GET /api/admin/deposits': () =>
      ok({ data: [deposit()], pagination: { page: 1, count: 50, total: 1, pages: 1 }, counts_by_status: null }),
    'POST /api/admin/deposits/12/confirm': () => {
      received = 600;
      return { status: 409, body: { title: 'Conflict', status: 409, detail: '600 have come in by now, not 0.' } };
    },
  });
  showAt('/here', <DepositsPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'More for Deposit 12' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Confirm' }));
  fill(await screen.findByLabelText(/^Came in now/), '600');
  fill(screen.getByLabelText('Reference of the bank'), 'Statement 7');
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('600 have come in by now, not 0.')).toBeInTheDocument();
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.startsWith('/api/admin/deposits?')).length).toBeGreaterThan(1),
  );
  expect(screen.getByLabelText(/^Came in now/)).toHaveValue('600');
  expect(screen.queryByRole('button', { name: 'Take theirs' })).not.toBeInTheDocument();
  // Who has looked does it again: with what was typed, and what has come in by then.
  expect(await screen.findByText(/\$600,00 came in so far/)).toBeInTheDocument();
  fill(screen.getByLabelText(/^Came in now/), '400');
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { amount: 600, received: 0, note: 'Statement 7', is_complete: false },
      { amount: 400, received: 600, note: 'Statement 7', is_complete: false },
    ]),
  );
});

it('sends the same decision again after a lost answer, though the list has moved meanwhile', async () => {
  let received = 0;
  const deposit = () => ({
    ...{ id: 12, amount: 1000, received, returned: 0, bonus: 0, gateway: 'invoice', gateway_reference: '' },
    ...{ invoice_number: 'INV-000004', status_id: DepositStatus.Pending, created_at: '2026-11-24T10:00:00Z' },
    // The list has no column for what came in: its new address tells that it was read again.
    advertiser: { id: 7, email: received ? 'ada@new.example' : 'ada@shop.example' },
  });
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }),
    'GET /api/cashbox/payment_systems': ok({ data: [] }),
    'GET /api/admin/payment_systems': ok({ data: [] }),
    'GET /api/admin/deposits': () =>
      ok({ data: [deposit()], pagination: { page: 1, count: 50, total: 1, pages: 1 }, counts_by_status: null }),
    // It was booked, and the way back is broken.
    'POST /api/admin/deposits/12/confirm': () => {
      received = 300;
      return { status: 502, body: {} };
    },
  });
  showAt('/here', <DepositsPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'More for Deposit 12' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Confirm' }));
  fill(await screen.findByLabelText(/^Came in now/), '300');
  fill(screen.getByLabelText('Reference of the bank'), 'Statement 7');
  const posts = () => calls.filter(({ method }) => method === 'POST');
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('ada@new.example')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(posts()).toHaveLength(2));
  const [first, second] = posts();
  expect(first?.body).toEqual({ amount: 300, received: 0, note: 'Statement 7', is_complete: false });
  expect(first?.key).toBeDefined();
  expect(second).toEqual(first);
});

it('says that any day is meant where the address names none', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }),
    'GET /api/admin/payment_systems': ok({ data: [] }),
    'GET /api/admin/deposits': ok({
      data: [],
      pagination: { page: 1, count: 50, total: 0, pages: 1 },
      counts_by_status: null,
    }),
  });
  showAt('/here?days=yesterdey', <DepositsPage />);
  expect(await screen.findByRole('button', { name: 'Made on any day' })).toBeInTheDocument();
  expect(calls.find(({ path }) => path.startsWith('/api/admin/deposits'))?.path).not.toContain('date_from');
});

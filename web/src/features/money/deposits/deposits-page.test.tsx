import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DepositStatus, UserType } from '~/api/words';
import { session } from '~/app/session';
import { ok, refused, type StubbedCall, stubApi } from '~/test/api-stub';
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

const SINCE = { created_at: '2026-11-24T10:00:00Z', status_id: DepositStatus.PartlyPaid };

/**
 * Opens a form of a deposit of $1 000. `moves` is what the list and the deposit say once the call of that form was answered, and
 * `isListed` whether the tab still has it then. Returns the calls.
 */
async function openForm(
  action: 'Confirm' | 'Refund',
  answer: { status: number; body?: unknown },
  { moves = {}, isListed = true, ...is }: { moves?: object; isListed?: boolean; received?: number } = {},
) {
  let wasCalled = false;
  const deposit = () => ({
    ...{ id: 12, amount: 1000, received: 0, returned: 0, bonus: 0, gateway: 'invoice', gateway_reference: '' },
    ...{ invoice_number: 'INV-000004', advertiser: { id: 7, email: 'ada@shop.example' }, ...SINCE, ...is },
    ...(wasCalled ? moves : {}),
  });
  const rows = () => (wasCalled && !isListed ? [] : [deposit()]);
  const decided = () => {
    wasCalled = true;
    return answer;
  };
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }),
    'GET /api/cashbox/payment_systems': ok({ data: [] }),
    'GET /api/admin/payment_systems': ok({ data: [] }),
    'GET /api/admin/deposits': () =>
      ok({ data: rows(), pagination: { page: 1, count: 50, total: 1, pages: 1 }, counts_by_status: null }),
    'GET /api/admin/deposits/12': () => ok({ data: { ...deposit(), payments: [] } }),
    'POST /api/admin/deposits/12/confirm': decided,
    'POST /api/admin/deposits/12/refund': decided,
  });
  showAt('/here', <DepositsPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'More for Deposit 12' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: action }));
  return calls;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const bodies = (calls: StubbedCall[]) => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

const CONFLICT = { status: 409, body: { title: 'Conflict', status: 409, detail: 'It is another one by now.' } };
/** It is booked, and the way back is broken. */
const LOST = { status: 502, body: {} };

it.each([true, false])(
  'keeps what a form was opened with when somebody books the same, and says so (listed: %s)',
  async (isListed) => {
    const calls = await openForm('Confirm', CONFLICT, { moves: { received: 600 }, isListed });
    fill(await screen.findByLabelText(/^Came in now/), '600');
    fill(screen.getByLabelText('Reference of the bank'), 'Statement 7');
    press('Confirm');
    expect(await screen.findByText('It is another one by now.')).toBeInTheDocument();
    expect(screen.getByLabelText(/^Came in now/)).toHaveValue('600');
    expect(screen.queryByRole('button', { name: 'Take theirs' })).not.toBeInTheDocument();
    // Who has looked does it again: with what was typed, and what has come in by then.
    expect(await screen.findByText(/\$600,00 came in so far/)).toBeInTheDocument();
    fill(screen.getByLabelText(/^Came in now/), '400');
    press('Confirm');
    await waitFor(() =>
      expect(bodies(calls)).toEqual([
        { amount: 600, received: 0, note: 'Statement 7', is_complete: false },
        { amount: 400, received: 600, note: 'Statement 7', is_complete: false },
      ]),
    );
  },
);

it('asks anew whether more came in when the figure that somebody was sure of is another one', async () => {
  const calls = await openForm('Confirm', CONFLICT, { moves: { received: 600 } });
  fill(await screen.findByLabelText(/^Came in now/), '1100');
  fill(screen.getByLabelText('Reference of the bank'), 'Statement 7');
  fireEvent.click(screen.getByRole('checkbox', { name: '$100,00 more than was missing came in' }));
  press('Confirm');
  expect(await screen.findByRole('checkbox', { name: '$700,00 more than was missing came in' })).not.toBeChecked();
  press('Confirm');
  expect(await screen.findByText(/^Correct the amount/)).toBeInTheDocument();
  expect(bodies(calls)).toHaveLength(1);
});

it('asks anew for all of a deposit when all of it is another figure', async () => {
  const calls = await openForm('Refund', CONFLICT, { received: 49.993456, moves: { returned: 10 } });
  fill(await screen.findByLabelText(/^Goes back/), '10');
  fireEvent.click(screen.getByRole('checkbox', { name: 'All of it, $49,993456' }));
  fill(screen.getByLabelText('Why'), 'Closed');
  press('Book the refund');
  expect(await screen.findByRole('checkbox', { name: 'All of it, $39,993456' })).not.toBeChecked();
  expect(screen.getByLabelText(/^Goes back/)).toBeEnabled();
  press('Book the refund');
  expect(await screen.findByText('An amount is needed.')).toBeInTheDocument();
  expect(bodies(calls)).toEqual([{ amount: 49.993456, returned: 0, note: 'Closed' }]);
});

it('asks anew for all of a deposit when more came in, also where only its amount is refused', async () => {
  const calls = await openForm('Refund', refused({ amount: ['must be in whole cents'] }), {
    received: 49.993456,
    moves: { received: 59.993456 },
  });
  // By mouse from the empty field that has the focus: leaving it shows no message that moves the box away.
  await userEvent.click(await screen.findByRole('checkbox', { name: 'All of it, $49,993456' }));
  expect(screen.queryByText('An amount is needed.')).not.toBeInTheDocument();
  fill(screen.getByLabelText('Why'), 'Closed');
  press('Book the refund');
  expect(await screen.findByRole('checkbox', { name: 'All of it, $59,993456' })).not.toBeChecked();
  expect(screen.getByLabelText(/^Goes back/)).toBeEnabled();
  expect(bodies(calls)).toEqual([{ amount: 49.993456, returned: 0, note: 'Closed' }]);
});

it.each([
  { action: 'Confirm', field: /^Came in now/, why: 'Reference of the bank', send: 'Confirm', shown: 'received' },
  { action: 'Refund', field: /^Goes back/, why: 'Why', send: 'Book the refund', shown: 'returned' },
] as const)('sends the same decision again after a lost answer, though the list has moved: $action', async (form) => {
  const { action, field, why, send, shown } = form;
  const calls = await openForm(action, LOST, { received: 500, moves: { [shown]: 777 } });
  fill(await screen.findByLabelText(field), '300');
  fill(screen.getByLabelText(why), 'Statement 7');
  press(send);
  expect(await screen.findByText('777,00')).toBeInTheDocument();
  press(send);
  const posts = () => calls.filter(({ method }) => method === 'POST');
  await waitFor(() => expect(posts()).toHaveLength(2));
  const [first, second] = posts();
  expect(first?.body).toMatchObject({ amount: 300, [shown]: shown === 'received' ? 500 : 0, note: 'Statement 7' });
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

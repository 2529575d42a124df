import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, refused, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { AutoTopUp } from './auto-top-up';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NONE = {
  is_available: true,
  method: null,
  is_on: false,
  threshold: 0,
  amount: 0,
  month_max: 0,
  month_paid: 0,
  waits_until: null,
  note: '',
  version: 0,
};
const KEPT = {
  ...NONE,
  method: { gateway: 'stripe', name: 'Visa ending in 4242', kept_at: '2026-11-20T10:00:00Z', least: 10, most: 5000 },
  version: 1,
};
const PATH = '/api/advertiser/auto_top_up';

it('is not there where no gateway keeps cards, and says how a card is kept where one does', async () => {
  stubApi({ [`GET ${PATH}`]: ok({ data: { ...NONE, is_available: false } }) });
  showAt('/advertiser/finance', <AutoTopUp />);
  await screen.findByRole('heading', { name: 'Automatic top-up' });
  await waitFor(() => expect(screen.queryByRole('heading')).not.toBeInTheDocument());
  cleanup();
  stubApi({ [`GET ${PATH}`]: ok({ data: NONE }) });
  showAt('/advertiser/finance', <AutoTopUp />);
  expect(await screen.findByText(/Nothing is kept to pay by yet/)).toBeInTheDocument();
});

it('is switched on with all three amounts, within the bounds of the card', async () => {
  let state = KEPT;
  const calls = stubApi({
    [`GET ${PATH}`]: () => ok({ data: state }),
    [`PUT ${PATH}`]: () => {
      state = { ...KEPT, is_on: true, threshold: 50, amount: 200, month_max: 1000, version: 2 };
      return ok({ data: state });
    },
  });
  showAt('/advertiser/finance', <AutoTopUp />);
  await userEvent.click(await screen.findByRole('switch', { name: 'Pay when the balance is low' }));
  fill(screen.getByLabelText('Pay'), '5');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getAllByText('It is needed.')).toHaveLength(2);
  expect(screen.getByText(/From \$10,00 to/)).toBeInTheDocument();
  fill(screen.getByLabelText('Pay'), '200');
  fill(screen.getByLabelText('When the balance is below'), '50');
  fill(screen.getByLabelText('At most in a month'), '100');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText(/From \$200,00 to/)).toBeInTheDocument();
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  fill(screen.getByLabelText('At most in a month'), '1000');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('On')).toBeInTheDocument();
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    version: 1,
    is_on: true,
    threshold: 50,
    amount: 200,
    month_max: 1000,
  });
});

it('says why it is off, and shows at the field what the server refuses', async () => {
  stubApi({
    [`GET ${PATH}`]: ok({
      data: { ...KEPT, threshold: 50, amount: 200, month_max: 1000, note: 'The bank declined the card.' },
    }),
    [`PUT ${PATH}`]: refused({ amount: ['must be 10 to 100 dollars with at most 2 decimals'] }),
  });
  showAt('/advertiser/finance', <AutoTopUp />);
  expect(await screen.findByText(/The bank declined the card/)).toHaveTextContent('It is off');
  await userEvent.click(screen.getByRole('switch', { name: 'Pay when the balance is low' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Must be 10 to 100/)).toBeInTheDocument();
});

it('forgets the card when asked twice', async () => {
  let state: typeof NONE | typeof KEPT = KEPT;
  stubApi({
    [`GET ${PATH}`]: () => ok({ data: state }),
    [`DELETE ${PATH}`]: () => {
      state = NONE;
      return { status: 204 };
    },
  });
  showAt('/advertiser/finance', <AutoTopUp />);
  await userEvent.click(await screen.findByRole('button', { name: 'Forget the card' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Visa ending in 4242');
  await userEvent.click(
    [...dialog.querySelectorAll('button')].find((button) => button.textContent === 'Forget the card') as Element,
  );
  expect(await screen.findByText(/Nothing is kept to pay by yet/)).toBeInTheDocument();
});

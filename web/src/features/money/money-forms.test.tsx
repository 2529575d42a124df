import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CurrencyUnit } from '~/api/words';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { Currencies } from './currencies/currencies';
import { PaymentTypeForm } from './payment-systems/payment-type-form';
import { PromoCodeForm } from './promo-codes/promo-code-form';

beforeEach(() => {
  session.begin({ access_token: `x.${btoa('{"sub":"1","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

const AS_CENTS = { 'GET /api/oauth2/user': ok({ data: { id: 1, currency_unit: CurrencyUnit.Cent } }) };

it('makes no code without an end of half a day, and none beyond the bounds', async () => {
  const calls = stubApi({ ...AS_CENTS });
  showAt('/here', <PromoCodeForm onMade={() => undefined} onClose={() => undefined} />);
  fill(await screen.findByLabelText('Code'), 'SPRING');
  fill(await screen.findByLabelText('Bonus, ¢'), '20 000 000');
  fill(screen.getByLabelText('Last day'), '2030-02');
  fireEvent.click(screen.getByRole('button', { name: 'Make the code' }));
  expect(await screen.findByText('A day such as 2026-11-21.')).toBeInTheDocument();
  expect(screen.getByText(/^From 1,0\s¢ to 10\s000\s000,0\s¢\.$/)).toBeInTheDocument();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('refuses a fee that the server refuses, in the unit of the reader', async () => {
  stubApi({ ...AS_CENTS });
  const type = {
    id: 7,
    version: 1,
    name: 'USDT',
    is_active: true,
    fee_fixed: 1,
    fee_basis_points: 0,
    usual_time: '',
    fee_note: '',
  };
  showAt('/here', <PaymentTypeForm type={type as never} onMade={() => undefined} onClose={() => undefined} />);
  fill(await screen.findByLabelText('Least payout, ¢'), '50');
  fill(screen.getByLabelText(/^And of its amount/), '21');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('From 0 to 20 per cent, 2 decimals.')).toBeInTheDocument();
  expect(screen.getByText(/^From 100,0\s¢ to/)).toBeInTheDocument();
});

it('goes on from what was changed elsewhere, with rates of more than a thousand', async () => {
  let version = 1;
  const euro = () => ({ id: 2, code: 'EUR', name: 'Euro', currency_rate: 1234.5, version, rate_set_by: null });
  const calls = stubApi({
    ...AS_CENTS,
    'GET /api/admin/currencies': () => ok({ data: [euro()] }),
    'PUT /api/admin/currencies/2': (call) =>
      (call.body as { version: number }).version === version
        ? ok({ data: { ...euro(), version: version + 1 } })
        : { status: 409, body: { title: 'Conflict', status: 409, detail: 'Changed meanwhile.' } },
  });
  showAt('/here', <Currencies />);
  fireEvent.click(await screen.findByRole('button', { name: 'More for EUR' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Change the rate' }));
  const field = await screen.findByLabelText('Dollars for one EUR');
  expect(field).toHaveValue('1234,50');
  version = 2;
  fill(field, '1250');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const puts = () => calls.filter(({ method }) => method === 'PUT').length;
  await waitFor(() => expect(puts()).toBe(1));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(puts()).toBe(2));
  await waitFor(() => expect(screen.queryByLabelText('Dollars for one EUR')).not.toBeInTheDocument());
});

it('names the currencies whose rates nobody has looked at for long', async () => {
  const [now, old] = [new Date().toISOString(), '2020-01-01T00:00:00Z'];
  const currency = (id: number, code: string, rate: number, set: string) => ({
    id,
    code,
    name: code,
    currency_rate: rate,
    rate_set_at: set,
    version: 1,
  });
  const all = [currency(1, 'USD', 1, old), currency(2, 'USDT', 1, old), currency(3, 'EUR', 1.25, old)];
  stubApi({
    ...AS_CENTS,
    'GET /api/admin/currencies': ok({ data: [...all, currency(4, 'PLN', 0.25, now)] }),
    'GET /api/list_views': ok({ data: [] }),
  });
  showAt('/here', <Currencies />);
  expect(await screen.findByText(/^Set more than 30 days ago: EUR\./)).toBeInTheDocument();
});

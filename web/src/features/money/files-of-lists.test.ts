import { expect, it } from 'vitest';
import type { AdminCurrency, AdminPayout, ClientError } from '~/api/sdk';
import { PayoutStatus } from '~/api/words';
import { fileOf } from '../list/list-file';
import type { ListSpec } from '../list/spec';
import { CLIENT_ERRORS } from '../system/client-errors';
import { CURRENCIES } from './currencies/currencies';
import { PAYMENT_TYPES } from './payment-systems/payment-type-list';
import { PAYOUTS } from './payouts/payouts-list';

/** What the file of one row says in a column. */
function cell<Row extends object>(spec: ListSpec<Row>, row: object, column: string): string | undefined {
  const how = { all: true, visible: null, unit: 'dollar' as const, stats: false, asGod: true };
  const [head, line] = fileOf(spec, [row as Row], how)
    .replace('\ufeff', '')
    .split('\r\n');
  return line?.split(';')[head?.split(';').indexOf(column) ?? -1];
}

it('has numbers as a spreadsheet reads them', () => {
  const wallet = { number: 'T1', payment_type: { name: 'USDT' } };
  const payout: Partial<AdminPayout> = { id: 1, status_id: PayoutStatus.Paid, amount: 2000, fee: 0, payable: 1234.5 };
  expect(cell(PAYOUTS, { ...payout, wallet }, 'To be sent')).toBe('1234,5');
  const currency: Partial<AdminCurrency> = { id: 2, code: 'BTC', currency_rate: 96_321.123456789 };
  expect(cell(CURRENCIES, currency, 'Dollars for one')).toBe('96321,123456789');
  expect(cell(CURRENCIES, { ...currency, currency_rate: 0.000000012 }, 'Dollars for one')).toBe('0,000000012');
  expect(cell(PAYMENT_TYPES, { id: 1, fee_basis_points: 250 }, 'And of its amount, %')).toBe('2,5');
  const error: Partial<ClientError> = { message: 'x is undefined', reports: 12_345 };
  expect(cell(CLIENT_ERRORS, error, 'Reports')).toBe('12345');
});

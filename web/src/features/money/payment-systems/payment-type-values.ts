/** A payment type as its form holds it and as the API takes it. Pure. */
import type { AdminPaymentType } from '~/api/sdk';
import { PAYMENT_TYPE_FORM_LIMITS } from '~/api/words';
import { type Amount, boundsProblem } from '~/lib/amount';
import type { CurrencyUnit } from '~/lib/format';
import type { Checks } from '../../form/use-form';
import { readDecimal } from '../decimal';

/** Decimals of amounts, in dollars. */
export const DECIMALS = 2;
/** The highest part of a payout that is a fee, in per cent. */
const PART_MAX = PAYMENT_TYPE_FORM_LIMITS.fee_basis_points.max / 100;

/** What stands in the form. */
export type PaymentTypeValues = {
  system: string;
  currency: string;
  code: string;
  kind: string;
  name: string;
  isActive: boolean;
  minimum: Amount;
  fixed: Amount;
  part: string;
  time: string;
  explorer: string;
  note: string;
};

/** A new one, or the one given. */
export const paymentTypeValues = (of: AdminPaymentType | undefined): PaymentTypeValues => ({
  system: '',
  currency: '1',
  code: of?.code ?? '',
  kind: of?.address_kind ?? 'text',
  name: of?.name ?? '',
  isActive: of?.is_active ?? true,
  minimum: of?.minimum_payout ?? '',
  fixed: of?.fee_fixed ?? '',
  part: String((of?.fee_basis_points ?? 0) / 100),
  time: of?.usual_time ?? '',
  explorer: of?.explorer_url ?? '',
  note: of?.fee_note ?? '',
});

/** The fields of the form by the names of the API. */
export const RENAMED = {
  currency_id: 'currency',
  address_kind: 'kind',
  is_active: 'isActive',
  minimum_payout: 'minimum',
  fee_fixed: 'fixed',
  fee_basis_points: 'part',
  usual_time: 'time',
  explorer_url: 'explorer',
  fee_note: 'note',
};

/** What is wrong with it. */
export const paymentTypeChecks = (unit: CurrencyUnit, isNew: boolean): Checks<PaymentTypeValues> => ({
  system: (system) => (isNew && !system ? 'A payment system is needed.' : null),
  code: (code) => (!isNew || /^[A-Z0-9]+$/.test(code.trim()) ? null : 'Capital letters and digits.'),
  name: (name) => (name.trim() ? null : 'A name is needed.'),
  explorer: (url) =>
    url.trim() === '' || url.includes('{hash}') ? null : 'It has {hash} in it, where the transaction stands.',
  minimum: (least) => boundsProblem(least, unit, DECIMALS, PAYMENT_TYPE_FORM_LIMITS.minimum_payout),
  fixed: (fee) => boundsProblem(fee, unit, DECIMALS, PAYMENT_TYPE_FORM_LIMITS.fee_fixed),
  part: (part) => {
    const read = readDecimal(part, 2);
    return read !== null && read >= 0 && read <= PART_MAX ? null : `From 0 to ${PART_MAX} per cent, 2 decimals.`;
  },
});

/** What is sent of a new one and of a changed one. */
export const paymentTypeBody = ({ name, isActive, minimum, fixed, part, time, explorer }: PaymentTypeValues) => ({
  name: name.trim(),
  is_active: isActive,
  minimum_payout: minimum === '' ? null : Number(minimum),
  fee_fixed: Number(fixed || 0),
  fee_basis_points: Math.round((readDecimal(part, 2) ?? 0) * 100),
  usual_time: time,
  explorer_url: explorer.trim(),
});

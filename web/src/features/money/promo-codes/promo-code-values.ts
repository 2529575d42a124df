/** A promo code as its form holds it and as the API takes it. Pure. */
import type { PromoCodeForm } from '~/api/sdk';
import { PROMO_CODE_FORM_LIMITS } from '~/api/words';
import { type Amount, boundsProblem } from '~/lib/amount';
import type { CurrencyUnit } from '~/lib/format';
import { isDay } from '~/lib/period';
import type { Checks } from '../../form/use-form';
import { readDecimal } from '../decimal';

/** Decimals of amounts, in dollars. */
export const DECIMALS = 2;

/** What stands in the form. */
export type PromoCodeValues = {
  code: string;
  kind: 'fixed' | 'part';
  amount: Amount;
  part: string;
  minimum: Amount;
  date_from: string;
  date_to: string;
  uses_max: string;
  note: string;
};

/** A number as it was typed; none where there is none. */
const numberOf = (text: string) => readDecimal(text, DECIMALS);

const isNumber = (text: string, { min, max }: { min: number; max: number }) => {
  const number = numberOf(text);
  return number !== null && number >= min && number <= max;
};

// A field of the browser for days gives nothing for half a day, and a code without an end is no typing error.
const dayProblem = (day: string) => (day.trim() === '' || isDay(day.trim()) ? null : 'A day such as 2026-11-21.');

/** A new one. */
export const newPromoCode = (): PromoCodeValues => ({
  code: '',
  kind: 'fixed',
  amount: '',
  part: '',
  minimum: '',
  date_from: '',
  date_to: '',
  uses_max: '',
  note: '',
});

const { part: PART, code: LENGTH } = PROMO_CODE_FORM_LIMITS;
const CODE = new RegExp(`^[\\w-]{${LENGTH.min},${LENGTH.max}}$`);

/** What is wrong with it. */
export const promoCodeChecks = (unit: CurrencyUnit): Checks<PromoCodeValues> => ({
  code: (code) => (CODE.test(code.trim()) ? null : `${LENGTH.min} to ${LENGTH.max} letters, digits, - and _.`),
  amount: (amount) =>
    amount === '' ? 'An amount is needed.' : boundsProblem(amount, unit, DECIMALS, PROMO_CODE_FORM_LIMITS.amount),
  part: (part, { kind }) =>
    kind === 'fixed' || isNumber(part, PART) ? null : `From ${PART.min} to ${PART.max} per cent.`,
  minimum: (minimum) => boundsProblem(minimum, unit, DECIMALS, PROMO_CODE_FORM_LIMITS.minimum),
  date_from: dayProblem,
  date_to: (to, { date_from: from }) =>
    dayProblem(to) ?? (to.trim() && from.trim() && to.trim() < from.trim() ? 'The end is before the beginning.' : null),
  uses_max: (most) =>
    most.trim() === '' || (isNumber(most, PROMO_CODE_FORM_LIMITS.uses_max) && Number.isInteger(numberOf(most)))
      ? null
      : 'A whole number from 1, or nothing.',
});

/** What is sent. */
export function promoCodeBody(values: PromoCodeValues): PromoCodeForm {
  const { code, kind, amount, part, minimum, date_from, date_to, uses_max, note } = values;
  const most = numberOf(uses_max);
  return {
    code: code.trim(),
    amount: Number(amount),
    minimum: Number(minimum || 0),
    note: note.trim(),
    ...(kind === 'part' ? { part: numberOf(part) } : {}),
    ...(date_from.trim() ? { date_from: date_from.trim() } : {}),
    ...(date_to.trim() ? { date_to: date_to.trim() } : {}),
    ...(most === null ? {} : { uses_max: most }),
  };
}

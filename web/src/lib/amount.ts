/** Amounts as people type and paste them. */
import {
  type CurrencyUnit,
  formatMoney,
  formatNumber,
  fromUnit,
  inUnit,
  plural,
  unitDecimals,
  unitSymbol,
} from './format';

/** An amount of a field: dollars, '' for none, or the text as typed where it is none. */
export type Amount = number | string;

/** More characters than any amount needs. */
const TYPED_MAX = 40;
/** Digits before the decimal sign that are told apart exactly, with six after it. */
const WHOLE_DIGITS_MAX = 9;

/** What else groups digits, beside the two decimal signs: spaces of all widths, and apostrophes. */
const GROUPING = /[\s\u00a0\u202f\u2009'\u2019]/g;
const GROUPED = /^[+]?\d{1,3}(?:[\s\u00a0\u202f\u2009'\u2019]\d{3})+(?:[.,]\d*)?$/;

/** Digits of a number without decimals. */
const COUNT_DIGITS_MAX = 12;

/** What the text says in its own unit, nothing where it is empty, or what is wrong with it. */
export type Reading = { number: number | null } | { problem: string };

const refuse = (problem: string): Reading => ({ problem });

const ungrouped = (decimals: number) => `Unclear. Write it without grouping: ${decimals > 0 ? '1234,56' : '1234'}.`;

/** The whole and the decimal part of digits with points and commas, or what is unclear about them. */
function divide(text: string, decimals: number): { whole: string; fraction: string } | { problem: string } {
  const signs = text.match(/[.,]/g) ?? [];
  const kinds = new Set(signs);
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const isGrouped = (part: string, sign: string) => {
    const groups = part.split(sign);
    return /^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => /^\d{3}$/.test(group));
  };
  const unclear = { problem: ungrouped(decimals) };
  if (signs.length === 0) return { whole: text, fraction: '' };
  const [whole, fraction] = [text.slice(0, last), text.slice(last + 1)];
  if (kinds.size === 2) {
    const grouping = text.charAt(last) === '.' ? ',' : '.';
    return isGrouped(whole, grouping) ? { whole: whole.replaceAll(grouping, ''), fraction } : unclear;
  }
  if (signs.length > 1) {
    const [sign = ','] = signs;
    return isGrouped(text, sign) ? { whole: text.replaceAll(sign, ''), fraction: '' } : unclear;
  }
  // "1,234" is a thousand and more to some, and a little more than one to others.
  if (/^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(fraction)) {
    // Three decimals look like thousands again, and more than the field takes is refused.
    const taken = decimals >= fraction.length ? `${fraction}0` : fraction.slice(0, decimals);
    const other = taken === '' ? '' : `, or ${whole},${taken}`;
    return { problem: `${text} can be read in two ways. Write ${whole}${fraction}${other}.` };
  }
  return { whole, fraction };
}

/** Reads a text with at most so many decimals: both decimal signs, grouping and the sign of the unit are understood. */
export function readNumber(typed: string, decimals: number, symbol = ''): Reading {
  if (typed.length > TYPED_MAX) return refuse(symbol ? 'Too long for an amount.' : 'Too long for a number.');
  let text = typed.trim();
  if (text === '') return { number: null };
  if (/^[(]|^[^\d]*[-\u2212\u2013]/.test(text)) return refuse('Not below zero.');
  if (symbol && text.startsWith(symbol)) text = text.slice(symbol.length).trim();
  else if (symbol && text.endsWith(symbol)) text = text.slice(0, -symbol.length).trim();
  const isSpaced = GROUPED.test(text);
  const digits = text.replace(/^\+/, '').replace(GROUPING, '');
  if (!/\d/.test(digits) || /[^\d.,]/.test(digits)) {
    const such = decimals > 0 ? '12,50' : '12';
    return refuse(symbol ? `Digits only: an amount in ${symbol}, such as ${such}.` : `Digits only, such as ${such}.`);
  }
  if (!isSpaced && digits.length !== text.replace(/^\+/, '').length) {
    return refuse(ungrouped(decimals));
  }
  // Digits that spaces group have nothing but a decimal sign left.
  const parts = isSpaced
    ? { whole: digits.split(/[.,]/)[0] ?? '', fraction: digits.split(/[.,]/)[1] ?? '' }
    : divide(digits, decimals);
  if ('problem' in parts) return parts;
  const whole = parts.whole.replace(/^0+(?=\d)/, '') || '0';
  const fraction = parts.fraction.replace(/0+$/, '');
  if (whole.length > (decimals > 0 ? WHOLE_DIGITS_MAX : COUNT_DIGITS_MAX)) return refuse('Too much.');
  if (fraction.length > decimals) {
    return refuse(
      decimals === 0 ? `Whole ${symbol ? 'amounts' : 'numbers'} only.` : `At most ${plural(decimals, 'decimal')}.`,
    );
  }
  return { number: Number(`${whole}.${fraction || '0'}`) };
}

/** An amount as it is typed in the unit: dollars, '' for nothing, or the same text where it cannot be read. */
export function readAmount(text: string, unit: CurrencyUnit, decimals: number): Amount {
  const reading = readNumber(text, unitDecimals(decimals, unit), unitSymbol(unit));
  if ('problem' in reading) return text;
  return reading.number === null ? '' : fromUnit(reading.number, unit);
}

/** What is wrong with an amount that could not be read, or null. */
export function amountProblem(amount: Amount, unit: CurrencyUnit, decimals: number): string | null {
  if (typeof amount === 'number' || amount === '') return null;
  const reading = readNumber(amount, unitDecimals(decimals, unit), unitSymbol(unit));
  return 'problem' in reading ? reading.problem : null;
}

/** What is wrong with an amount that must lie within bounds, in dollars, or null; nothing at all is no amount. */
export function boundsProblem(
  amount: Amount,
  unit: CurrencyUnit,
  decimals: number,
  { min = 0, max }: { min?: number; max: number },
): string | null {
  const problem = amountProblem(amount, unit, decimals);
  if (problem !== null || amount === '') return problem;
  const dollars = Number(amount);
  return dollars >= min && dollars <= max ? null : `From ${formatMoney(min, unit)} to ${formatMoney(max, unit)}.`;
}

/** A number as a field shows it; it is read again as what it is. */
export function numberText(value: number, decimals: number): string {
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(decimals).split('.');
  const shown = fraction.replace(/0+$/, '');
  const text = `${value < 0 ? '-' : ''}${formatNumber(Number(whole))}`;
  if (shown === '') return text;
  // Three decimals look like thousands.
  return `${text},${shown.length === 3 ? `${shown}0` : shown}`;
}

/** An amount as a field shows it, in the unit and without its sign; it is read again as what it is. */
export function amountText(amount: Amount, unit: CurrencyUnit, decimals: number): string {
  if (typeof amount === 'string') return amount;
  return numberText(inUnit(amount, unit), unitDecimals(decimals, unit));
}

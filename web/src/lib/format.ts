/** Units in which a user reads money; every amount inside the app is dollars. */
export type CurrencyUnit = 'dollar' | 'cent';

/** The dollar among the currencies: its rate is one, and it stays. */
export const DOLLAR_ID = 1;

const SPACE = '\u00a0';
const MINUS = '\u2212';

/** Shown where there is no data, but for tables. */
export const NO_DATA = '–';

/** `1805927.4` with one decimal to `1 805 927,4`: no-break thousands, comma, a true minus. Null gives a dash. */
export function formatNumber(value: number | null | undefined, decimals = 0): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NO_DATA;
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, SPACE);
  const text = fraction ? `${grouped},${fraction}` : grouped;
  // A value that rounds to nothing has no sign.
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
}

/** With a plus before what grew. */
export function formatSigned(value: number | null | undefined, decimals = 0): string {
  const text = formatNumber(value, decimals);
  return value && value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** A part of a hundred as the server gives it: `0.49` to `0,49 %`. */
export function formatPercent(value: number | null | undefined, decimals = 2): string {
  const text = formatNumber(value, decimals);
  return text === NO_DATA ? text : `${text}${SPACE}%`;
}

/** `$` or `¢`. */
export function unitSymbol(unit: CurrencyUnit): string {
  return unit === 'cent' ? '¢' : '$';
}

/** Dollars in the user's unit, as a bare number. */
export function inUnit(dollars: number, unit: CurrencyUnit): number {
  // Through text, so that 0.07 dollars are 7 cents and not 7.000000000000001.
  return unit === 'cent' ? Number(`${dollars}e2`) || dollars * 100 : dollars;
}

/** A number in the user's unit back to dollars. */
export function fromUnit(value: number, unit: CurrencyUnit): number {
  return unit === 'cent' ? Number((value / 100).toFixed(6)) : value;
}

/** Decimals of an amount: `decimals` in dollars, one in cents (two less, at least one). */
export function unitDecimals(decimals: number, unit: CurrencyUnit): number {
  return unit === 'cent' ? Math.max(decimals - 2, 1) : decimals;
}

/** An amount without its sign, for columns that name the unit in the heading. */
export function formatAmount(dollars: number | null | undefined, unit: CurrencyUnit, decimals = 2): string {
  if (dollars === null || dollars === undefined) return NO_DATA;
  return formatNumber(inUnit(dollars, unit), unitDecimals(decimals, unit));
}

/** `$2 418,07` or `241 807,0 ¢`. */
export function formatMoney(dollars: number | null | undefined, unit: CurrencyUnit, decimals = 2): string {
  const text = formatAmount(dollars, unit, decimals);
  if (text === NO_DATA) return text;
  if (unit === 'cent') return `${text}${SPACE}¢`;
  return text.startsWith(MINUS) ? `${MINUS}$${text.slice(1)}` : `$${text}`;
}

/**
 * A price of a click or of a thousand shows: with a third decimal only where it says something, and then in a way that
 * nobody reads as thousands (`$0,125`, `$24,00`, `$1,2340`).
 */
export function formatPrice(dollars: number | null | undefined, unit: CurrencyUnit): string {
  return formatMoney(dollars, unit, priceDecimals(dollars, unit));
}

/** As `formatPrice`, without the sign of the unit. */
export function formatPriceAmount(dollars: number | null | undefined, unit: CurrencyUnit): string {
  return formatAmount(dollars, unit, priceDecimals(dollars, unit));
}

function priceDecimals(dollars: number | null | undefined, unit: CurrencyUnit): number {
  if (unit === 'cent' || !dollars || Math.round(Math.abs(dollars) * 1000) % 10 === 0) return unit === 'cent' ? 3 : 2;
  return Math.abs(dollars) < 1 ? 3 : 4;
}

/** A budget or another round sum: decimals only where there are any. */
export function formatLimit(dollars: number, unit: CurrencyUnit): string {
  const value = inUnit(dollars, unit);
  return formatNumber(value, Number.isInteger(value) ? 0 : 2);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-21` or a full time to `21 Nov 2026`, in UTC. */
export function formatDate(value: string | null | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(value ?? '');
  if (!match) return NO_DATA;
  return `${Number(match[3])} ${MONTHS[Number(match[2]) - 1]} ${match[1]}`;
}

/** `21 Nov` without the year. */
export function formatDay(value: string): string {
  return formatDate(value).replace(/ \d{4}$/, '');
}

/** An RFC 3339 time to `21 Nov 2026, 15:42`, in UTC. */
export function formatTime(value: string | null | undefined): string {
  const at = value ? new Date(value) : null;
  if (!at || Number.isNaN(at.getTime())) return NO_DATA;
  const iso = at.toISOString();
  return `${formatDate(iso)}, ${iso.slice(11, 16)}`;
}

/** An RFC 3339 time to `15:42:07`, in UTC. */
export function formatClock(value: string): string {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? NO_DATA : at.toISOString().slice(11, 19);
}

/** How long something took or waits: `8 s`, `42 min`, `5 h`, `3 days`. */
export function formatWait(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds}${SPACE}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes}${SPACE}min`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `${hours}${SPACE}h`;
  return `${Math.round(hours / 24)}${SPACE}days`;
}

/** `1 campaign`, `3 campaigns`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** With a capital letter at its beginning. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Up to two letters that stand for a person. */
export function initials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean);
  return ((words[0]?.[0] ?? '?') + (words[1]?.[0] ?? '')).toUpperCase();
}

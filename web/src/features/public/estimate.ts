/** A number of a field; null while it is empty. */
type Field = number | null;

/** Assumptions of an advertiser. */
export interface Buying {
  /** Dollars. */
  budget: Field;
  /** Dollars a click. */
  bid: Field;
  /** Conversions of a hundred clicks. */
  conversion: Field;
}

/** Assumptions of a webmaster, for a month. */
export interface Earning {
  visits: Field;
  /** Ads that a page shows. */
  places: Field;
  /** Of a hundred shows, how many come into view. */
  viewed: Field;
  /** Clicks of a hundred viewed shows. */
  ctr: Field;
  /** Dollars that an advertiser pays for a click. */
  cpc: Field;
  /** Of a hundred dollars, how many the webmaster gets. */
  share: Field;
}

const product = (...fields: Field[]): Field =>
  fields.reduce<Field>((sum, field) => (sum === null || field === null ? null : sum * field), 1);

const ratio = (over: Field, under: Field): Field =>
  over === null || under === null || under === 0 ? null : over / under;

/** Clicks and conversions of a budget. */
export function buying({ budget, bid, conversion }: Buying) {
  const clicks = ratio(budget, bid);
  const conversions = product(clicks, conversion, 0.01);
  return { clicks, conversions, costPerConversion: ratio(budget, conversions) };
}

/** Income of visits. */
export function earning({ visits, places, viewed, ctr, cpc, share }: Earning) {
  const views = product(visits, places, viewed, 0.01);
  const clicks = product(views, ctr, 0.01);
  return { views, clicks, income: product(clicks, cpc, share, 0.01) };
}

/** A price as a field shows it; it is read again as what it is. */
export function priceText(price: number): string {
  const [whole, fraction = ''] = String(price).split('.');
  if (fraction === '') return String(whole);
  // Three decimals look like thousands.
  return `${whole},${fraction.length === 3 ? `${fraction}0` : fraction}`;
}

/** Hundredths of a percent in the whole. */
const BASIS_POINTS = 10_000;

/** A valid click of this price, in dollars, as the ledger splits it at this share, in percent: floored to the millionth. */
export function splitClick(price: number, webmasterShare: number) {
  const micros = Math.round(price * 1_000_000);
  const webmaster = Math.floor((micros * Math.round(webmasterShare * 100)) / BASIS_POINTS);
  const dollars = (amount: number) => amount / 1_000_000;
  return { advertiser: -dollars(micros), webmaster: dollars(webmaster), network: dollars(micros - webmaster) };
}

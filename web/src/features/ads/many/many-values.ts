/** Several ads as their form holds them, and what is wrong with that. Pure. */
import { ApiError, fieldErrors } from '~/api/problem';
import type { NewAd } from '~/api/sdk';
import { type Amount, amountProblem } from '~/lib/amount';
import type { CurrencyUnit } from '~/lib/format';
import type { Checks } from '../../form/use-form';
import { BRAND_MAX, descriptionMax, landingHost, titleRange } from '../ad-values';
import { ADS_MAX, combined, formatsOf, type ManyValues, type SentPicture, titlesOf } from './combine';

/** The fields of the form. */
export type ManyFields = Omit<ManyValues, 'bid' | 'pictures'> & { bid: Amount; pictures: SentPicture[] };

/** What stands in it at first, with the usual bid in dollars. */
export const manyFields = (usualBid: Amount): ManyFields => ({
  titles: '',
  short_description: '',
  brand: '',
  original_url: '',
  bid: usualBid,
  pictures: [],
});

/** The ads that it makes. */
export const adsOf = (values: ManyFields): NewAd[] =>
  combined({ ...values, bid: typeof values.bid === 'number' ? values.bid : null });

/** Says how much of a text is too much. */
function tooLong(text: string, max: number): string | null {
  const { length } = [...text.trim()];
  return length > max ? `At most ${max} characters, this has ${length}.` : null;
}

function titlesProblem(values: ManyFields): string | null {
  const { min, max } = titleRange(formatsOf(values.pictures));
  const all = titlesOf(values.titles);
  const odd = all.find((title) => [...title].length < min || [...title].length > max);
  const { length: count } = adsOf(values);
  if (all.length === 0) return 'At least one title.';
  if (odd) return `“${odd}” has ${[...odd].length} characters; it takes ${min} to ${max}.`;
  return count > ADS_MAX ? `These are ${count} ads. At most ${ADS_MAX} are made at once.` : null;
}

const descriptionProblem = ({ short_description: text, pictures }: ManyFields): string | null =>
  pictures.length === 0 && text.trim() === ''
    ? 'Text ads need a description.'
    : tooLong(text, descriptionMax(formatsOf(pictures)));

/** What is wrong with the fields. */
export const manyChecks = (unit: CurrencyUnit, decimals: number): Checks<ManyFields> => ({
  titles: (_, values) => titlesProblem(values),
  short_description: (_, values) => descriptionProblem(values),
  brand: (brand) => tooLong(brand, BRAND_MAX),
  original_url: (url) => (landingHost(url) ? null : 'An address that starts with http:// or https://.'),
  bid: (bid) => amountProblem(bid, unit, decimals) ?? (Number(bid) > 0 ? null : 'What a valid click is worth to you.'),
});

/** What is to be done before they can be made. */
export function manyChecklist(values: ManyFields) {
  const titles = titlesProblem(values);
  const description = descriptionProblem(values);
  return [
    { key: 'titles', done: titles === null, label: titles ?? 'Titles' },
    ...(description === null ? [] : [{ key: 'description', done: false, label: description }]),
    { key: 'url', done: landingHost(values.original_url) !== null, label: 'Landing page' },
    { key: 'bid', done: Number(values.bid) > 0, label: 'Bid' },
  ];
}

type Places = Partial<Record<string, keyof ManyFields>>;

/** The field that has what the API asks of each ad: of what all of them share, and of what they differ in. */
const SHARED: Places = {
  short_description: 'short_description',
  brand: 'brand',
  original_url: 'original_url',
  one_bid_for_all_geo: 'bid',
};
const OWN: Places = { title: 'titles', picture_square: 'pictures', picture_horizontal: 'pictures' };

/** A refusal of some ads as one of the form that makes them: of each field what is said first, for the same is said of many. */
export function asOfForm(thrown: unknown): unknown {
  if (!(thrown instanceof ApiError)) return thrown;
  const errors: Record<string, string[]> = {};
  const say = (field: string, text: string) => {
    errors[field] ??= [text];
  };
  for (const [path, message] of Object.entries(fieldErrors(thrown))) {
    const [, at, name = path] = /^ads\.(\d+)\.(.+)$/.exec(path) ?? [];
    const ad = `Ad ${Number(at) + 1}`;
    if (at === undefined) say(path, message);
    else if (SHARED[name]) say(SHARED[name], message);
    else if (OWN[name]) say(OWN[name], `${ad}: ${message}`);
    else say('ads', `${ad}, ${name}: ${message}`);
  }
  const { status, title, type, message: detail, retryAfter } = thrown;
  return new ApiError({ status, title, type, detail, errors }, retryAfter);
}

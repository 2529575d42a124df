/** Several ads as their form holds them, and what is wrong with that. Pure. */
import { ApiError, fieldErrors } from '~/api/problem';
import type { NewAd } from '~/api/sdk';
import { type Amount, amountProblem } from '~/lib/amount';
import type { CurrencyUnit } from '~/lib/format';
import type { Checks } from '../../form/use-form';
import { BRAND_MAX, descriptionMax, landingHost, landingProblem, titleRange, tooLong } from '../ad-values';
import { ADS_MAX, combined, formatsOf, type ManyValues, type SentPicture, titlesOf } from './combine';

/** The fields of the form. */
export type ManyFields = Omit<ManyValues, 'bid' | 'pictures'> & {
  bid: Amount;
  pictures: SentPicture[];
  /** How many choices of files are still being sent: a field, so that leaving asks. */
  coming: number;
};

/** What stands in it at first, with the usual bid in dollars. */
export const manyFields = (usualBid: Amount): ManyFields => ({
  titles: '',
  short_description: '',
  brand: '',
  original_url: '',
  bid: usualBid,
  pictures: [],
  coming: 0,
});

/** The ads that it makes. */
export const adsOf = (values: ManyFields): NewAd[] =>
  combined({ ...values, bid: typeof values.bid === 'number' ? values.bid : null });

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

/** What is wrong with the words, which pictures may make right or wrong. */
export const wordProblems = (values: ManyFields) => ({
  titles: titlesProblem(values),
  short_description: descriptionProblem(values),
});

const comingProblem = (coming: number): string | null => (coming > 0 ? 'Pictures are still on their way.' : null);

/** What is wrong with the fields. */
export const manyChecks = (unit: CurrencyUnit, decimals: number): Checks<ManyFields> => ({
  titles: (_, values) => titlesProblem(values),
  short_description: (_, values) => descriptionProblem(values),
  brand: (brand) => tooLong(brand, BRAND_MAX),
  // Not of `pictures`: what is said of those is over with the first that arrives.
  coming: comingProblem,
  original_url: landingProblem,
  bid: (bid) => amountProblem(bid, unit, decimals) ?? (Number(bid) > 0 ? null : 'What a valid click is worth to you.'),
});

/** What is to be done before they can be made. */
export function manyChecklist(values: ManyFields) {
  const titles = titlesProblem(values);
  const description = descriptionProblem(values);
  const coming = comingProblem(values.coming);
  return [
    { key: 'titles', done: titles === null, label: titles ?? 'Titles' },
    ...(description === null ? [] : [{ key: 'description', done: false, label: description }]),
    ...(coming === null ? [] : [{ key: 'coming', done: false, label: coming }]),
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

/** The message of a part of an ad, at its field. What is of one ad alone says of which: by its title, or where its picture stands. */
function placed(name: string, message: string, ad: NewAd, { pictures }: ManyFields): [field: string, text: string] {
  const shared = SHARED[name];
  if (shared) return [shared, message];
  const own = OWN[name];
  if (own === 'pictures') {
    const at = pictures.findIndex(({ square }) => square === ad.picture_square);
    return [own, `Picture ${at + 1}: ${message}`];
  }
  return own || name === ''
    ? [own ?? 'ads', `“${ad.title}”: ${message}`]
    : ['ads', `“${ad.title}”, ${name}: ${message}`];
}

/** Messages of a field that are told; of the others it is said how many they are. */
const TOLD = 3;

const few = (texts: readonly string[]): string[] =>
  texts.length > TOLD ? [...texts.slice(0, TOLD), `And ${texts.length - TOLD} more.`] : [...texts];

/** A refusal of some ads as one of the form that makes them: the same is said of many, and told once. */
export function asOfForm(thrown: unknown, values: ManyFields): unknown {
  if (!(thrown instanceof ApiError)) return thrown;
  const ads = adsOf(values);
  const said = new Map<string, Set<string>>();
  // Sorted by the ads: the API has the tenth before the second.
  const all = Object.entries(fieldErrors(thrown)).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  for (const [path, message] of all) {
    const [, at, name = ''] = /^ads\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
    const ad = at === undefined ? undefined : ads[Number(at)];
    const [field, text] = ad ? placed(name, message, ad, values) : [path, message];
    said.set(field, (said.get(field) ?? new Set()).add(text));
  }
  const errors = Object.fromEntries([...said].map(([field, texts]) => [field, few([...texts])]));
  const { status, title, type, message: detail, retryAfter } = thrown;
  return new ApiError({ status, title, type, detail, errors }, retryAfter);
}

/** An ad as its form holds it, and as the API takes it. Pure. */
import type { Ad, AdForm } from '~/api/sdk';
import { AD_FORM_LIMITS, BID_MODE_LABELS, NATIVE_FORMAT_LABELS, NATIVE_FORMAT_LIMITS, NativeFormat } from '~/api/words';
import { type Amount, amountProblem } from '~/lib/amount';
import { type CurrencyUnit, formatPrice } from '~/lib/format';
import { countryName } from '~/lib/names';
import type { Words } from '../form/meanwhile';
import type { Checks } from '../form/use-form';
import type { CountryAmount } from '../targeting/country-amounts';
import { draftPart } from './drafts';
import type { Cut, Picture, SavedPictures, ShapeKind } from './pictures/picture';

/** The fields of the form. */
export type AdValues = {
  original_url: string;
  title: string;
  short_description: string;
  full_text: string;
  brand: string;
  /** Where an article was first published; empty for nowhere else. */
  primary_source_url: string;
  formats: number[];
  bidMode: 'all' | 'country';
  bid: Amount;
  bids: CountryAmount[];
  /** Beside bids by country: the bid in all others. */
  otherBid: Amount;
  /** What the bid follows. */
  follows: Ad['bid_mode'];
  epcCoefficient: Amount;
  epcMax: Amount;
  leadCost: Amount;
  bidFloor: Amount;
  bidCeiling: Amount;
  capShows: number | null;
  capHours: number;
  /** A newly chosen picture, and what to cut of it. */
  picture: Picture | null;
  cuts: Partial<Record<ShapeKind, Cut>>;
  /** The pictures that stand until another one is chosen. */
  saved: SavedPictures;
};

/** Whether an ad of a format has a picture. */
const HAS_PICTURE: Readonly<Record<NativeFormat, boolean>> = {
  [NativeFormat.Native]: true,
  [NativeFormat.Teaser]: true,
  [NativeFormat.Article]: true,
  [NativeFormat.Text]: false,
  [NativeFormat.LongText]: false,
};

/** Block formats in the order of the form: what each needs beside a landing page. */
export const FORMATS = [
  NativeFormat.Native,
  NativeFormat.Teaser,
  NativeFormat.Article,
  NativeFormat.Text,
  NativeFormat.LongText,
].map((id) => {
  const { title, short_description: description, full_text: text } = NATIVE_FORMAT_LIMITS[id];
  return {
    id,
    label: NATIVE_FORMAT_LABELS[id],
    title: [title.min, title.max],
    description: [description.min, description.max],
    /** The most characters of a full text; 0 where none is asked for. */
    fullText: text.min > 0 ? text.max : 0,
    picture: HAS_PICTURE[id],
  } as const;
});

/** What a form for one kind of ad is for: its formats, and how its picture is called. */
export interface AdKind {
  formats: readonly number[];
  /** Null where its ads have none. */
  picture: string | null;
}

/** The kinds that have a form of their own. */
export const AD_KINDS = {
  native: { formats: [NativeFormat.Native, NativeFormat.Teaser], picture: 'Picture' },
  article: { formats: [NativeFormat.Article], picture: 'Picture' },
  text: { formats: [NativeFormat.Text], picture: 'Icon, if you like' },
} as const satisfies Record<string, AdKind>;

/** A new ad with the usual bid in dollars (none while it is not known), or the one given. */
export const adValues = (
  ad: Ad | undefined,
  usualBid: number | '' = '',
  formats: readonly number[] = [NativeFormat.Native, NativeFormat.Teaser],
): AdValues => ({
  original_url: ad?.original_url ?? '',
  title: ad?.title ?? '',
  short_description: ad?.short_description ?? '',
  full_text: ad?.full_text ?? '',
  brand: ad?.brand ?? '',
  primary_source_url: ad?.primary_source_url ?? '',
  formats: ad ? [...ad.supported_block_format_types] : [...formats],
  bidMode: ad && ad.bids.length > 0 ? 'country' : 'all',
  bid: ad ? (ad.one_bid_for_all_geo ?? '') : usualBid,
  bids: (ad?.bids ?? []).map((bid) => ({ ...bid })),
  otherBid: ad && ad.bids.length > 0 ? (ad.one_bid_for_all_geo ?? '') : '',
  follows: ad?.bid_mode ?? 'by_hand',
  epcCoefficient: ad?.epc_coefficient ?? 1,
  epcMax: ad?.epc_max ?? '',
  leadCost: ad?.lead_cost ?? '',
  bidFloor: ad?.bid_floor ?? '',
  bidCeiling: ad?.bid_ceiling ?? '',
  capShows: ad?.frequency_cap?.shows ?? null,
  capHours: ad?.frequency_cap?.hours ?? 24,
  picture: null,
  cuts: {},
  saved: Object.fromEntries((ad?.media_contents ?? []).map((content) => [content.kind, content.url])),
});

/** The host of a landing page that the server will take, or null. Macros in braces are allowed. */
export function landingHost(url: string): string | null {
  const match = /^https?:\/\/([^/?#\s]+\.[^/?#\s]+)([/?#]\S*)?$/i.exec(url.trim());
  return (
    match?.[1]
      ?.toLowerCase()
      .replace(/^www\./, '')
      .replace(/:\d+$/, '') ?? null
  );
}

/** What is wrong with the address of a landing page, or null. */
export const landingProblem = (url: string): string | null =>
  landingHost(url) ? null : 'An address that starts with http:// or https://.';

/** Says how much of a text is too much, or null. */
export function tooLong(text: string, max: number): string | null {
  const { length } = [...text.trim()];
  return length > max ? `At most ${max} characters, this has ${length}.` : null;
}

/** The most characters that are typed into a field; the formats take fewer, which is told while it is typed. */
export const TYPED_MAX = {
  url: AD_FORM_LIMITS.original_url.max,
  title: 120,
  description: 300,
  brand: 40,
  fullText: 6000,
};
/** The most characters of a brand. */
export const BRAND_MAX = AD_FORM_LIMITS.brand.max;

const chosen = (ids: readonly number[]) => FORMATS.filter((format) => ids.includes(format.id));

/** What an ad would be told of how a group delivers: its formats, and its bid where that is one for all. */
export const guideOf = ({ bidMode, bid, formats }: Pick<AdValues, 'bidMode' | 'bid' | 'formats'>) => ({
  bid: bidMode === 'all' ? Number(bid) || null : null,
  formats: chosen(formats).map(({ id }) => id),
});

/** How long a description may be for all chosen formats at once, in characters. */
export const descriptionMax = (formats: readonly number[]) =>
  Math.min(AD_FORM_LIMITS.short_description.max, ...chosen(formats).map((format) => format.description[1]));

/** How long a full text may be for all chosen formats at once, in characters; 0 where none takes one. */
export const fullTextMax = (formats: readonly number[]) =>
  chosen(formats).reduce(
    (least, { fullText }) => (least && fullText ? Math.min(least, fullText) : least || fullText),
    0,
  );

/** How long a title may be for all chosen formats at once, in characters. */
export function titleRange(formats: readonly number[]): { min: number; max: number } {
  return {
    min: Math.max(1, ...chosen(formats).map((format) => format.title[0])),
    max: Math.min(AD_FORM_LIMITS.title.max, ...chosen(formats).map((format) => format.title[1])),
  };
}

/** What a field lacks for the chosen formats, as a sentence, or null. */
export function missingFor(
  field: 'title' | 'short_description' | 'full_text' | 'picture',
  values: AdValues,
): string | null {
  for (const format of chosen(values.formats)) {
    const length = field === 'picture' ? 0 : [...values[field].trim()].length;
    if (field === 'title' && (length < format.title[0] || length > format.title[1])) {
      return length === 0
        ? 'The title is missing.'
        : `${format.label} takes a title of ${format.title[0]} to ${format.title[1]} characters, this has ${length}.`;
    }
    if (field === 'short_description' && length < format.description[0]) return `${format.label} needs a description.`;
    if (field === 'short_description' && length > format.description[1]) {
      return `${format.label} takes a description of up to ${format.description[1]} characters, this has ${length}.`;
    }
    if (field === 'full_text' && format.fullText > 0 && (length === 0 || length > format.fullText)) {
      return length === 0
        ? `${format.label} needs a full text.`
        : `${format.label} takes up to ${format.fullText} characters, this has ${length}.`;
    }
    if (field === 'picture' && format.picture && !hasPicture(values)) return `${format.label} needs a picture.`;
  }
  return null;
}

/** Whether the ad has a picture, or will have. */
const hasPicture = ({ picture, saved }: AdValues): boolean => picture !== null || Object.keys(saved).length > 0;

const cutText = (cut: Cut | undefined) => cut && [cut.x, cut.y, cut.width, cut.height].map(Math.round).join(',');
const trimmed = (text: string) => text.trim();

/** The name of a picture that is kept, out of its address. */
const pictureName = (url: string | undefined): string | null => url?.match(/\/m\/([0-9a-f]{64})/)?.[1] ?? null;

/** The body that creates or changes an ad; `how` says whether it is kept. A new one that was copied from another names the pictures of that one. */
export const adBody = (values: AdValues, held: Ad | undefined, how = ''): AdForm => {
  const { picture, cuts } = values;
  const named = picture || held ? {} : values.saved;
  // Without one for all the ad is not shown in countries that have no bid of their own.
  const bid = values.bidMode === 'all' ? values.bid : values.otherBid;
  return {
    original_url: trimmed(values.original_url),
    title: trimmed(values.title),
    short_description: trimmed(values.short_description),
    full_text: trimmed(values.full_text),
    brand: trimmed(values.brand),
    primary_source_url: trimmed(values.primary_source_url) || null,
    // The list offers no others.
    'supported_block_format_types[]': values.formats as AdForm['supported_block_format_types[]'],
    one_bid_for_all_geo: bid === '' ? null : Number(bid),
    bids: values.bidMode === 'all' ? null : values.bids.map((one) => ({ ...one, bid: Number(one.bid) })),
    bid_mode: values.follows,
    epc_coefficient: values.follows === 'earnings' ? readEpcCoefficient(String(values.epcCoefficient)) : null,
    epc_max: values.follows === 'earnings' ? Number(values.epcMax) : null,
    lead_cost: values.follows === 'lead_cost' ? Number(values.leadCost) : null,
    bid_floor: values.follows === 'lead_cost' ? Number(values.bidFloor) : null,
    bid_ceiling: values.follows === 'lead_cost' ? Number(values.bidCeiling) : null,
    'frequency_cap[shows]': values.capShows,
    'frequency_cap[hours]': values.capShows === null ? null : values.capHours,
    media_content_file_square: picture?.file ?? null,
    media_content_file_horizontal: picture?.file ?? null,
    picture_square: pictureName(named.square),
    picture_horizontal: pictureName(named.horizontal),
    crop_square: (picture && cutText(cuts.square)) ?? null,
    crop_horizontal: (picture && cutText(cuts.horizontal)) ?? null,
    is_draft: draftPart(how, !held || held.is_draft),
    version: held?.version ?? null,
  };
};

/** What is wrong with an amount that is needed, if it is. */
const need = (isNeeded: boolean, amount: Amount, unit: CurrencyUnit, decimals: number): string | null => {
  if (!isNeeded) return null;
  return amountProblem(amount, unit, decimals) ?? (Number(amount) > 0 ? null : 'An amount is needed.');
};

/** A coefficient on earnings as it was typed, 0.01 to 10 in hundredths; null where it is none. */
export function readEpcCoefficient(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  const value = Number(trimmed);
  return /^\d+(\.\d{1,2})?$/.test(trimmed) && value >= 0.01 && value <= 10 ? value : null;
}

/** What is wrong with the fields. */
const adChecks = (unit: CurrencyUnit, decimals: number): Checks<AdValues> => ({
  original_url: landingProblem,
  title: (title, values) => missingFor('title', { ...values, title }),
  short_description: (text, values) => missingFor('short_description', { ...values, short_description: text }),
  full_text: (text, values) => missingFor('full_text', { ...values, full_text: text }),
  picture: (_, values) => missingFor('picture', values),
  formats: (formats) => (formats.length > 0 ? null : 'Choose at least one format.'),
  bid: (bid, values) => {
    if (values.bidMode !== 'all') return null;
    return amountProblem(bid, unit, decimals) ?? (Number(bid) > 0 ? null : 'What a valid click is worth to you.');
  },
  otherBid: (bid, values) => (values.bidMode === 'country' ? amountProblem(bid, unit, decimals) : null),
  epcCoefficient: (value, values) => {
    if (values.follows !== 'earnings') return null;
    return readEpcCoefficient(String(value)) === null ? 'From 0,01 to 10, with at most two decimals.' : null;
  },
  epcMax: (bid, values) => need(values.follows === 'earnings', bid, unit, decimals),
  leadCost: (bid, values) => need(values.follows === 'lead_cost', bid, unit, 2),
  bidFloor: (bid, values) => need(values.follows === 'lead_cost', bid, unit, decimals),
  bidCeiling: (bid, values) =>
    need(values.follows === 'lead_cost', bid, unit, decimals) ??
    (values.follows === 'lead_cost' && Number(bid) < Number(values.bidFloor) ? 'At least the floor.' : null),
  bids: (bids, values) => {
    if (values.bidMode !== 'country') return null;
    if (bids.length === 0) return 'Add at least one country.';
    for (const one of bids) {
      const problem = amountProblem(one.bid, unit, decimals);
      if (problem !== null) return `${countryName(one.country_code)}: ${problem}`;
      if (!(Number(one.bid) > 0)) return `${countryName(one.country_code)} has no bid.`;
    }
    return null;
  },
});

/** Names of the API that differ in the form. */
const AD_NAMES = {
  one_bid_for_all_geo: 'bid',
  supported_block_format_types: 'formats',
  bid_mode: 'follows',
  epc_coefficient: 'epcCoefficient',
  epc_max: 'epcMax',
  lead_cost: 'leadCost',
  bid_floor: 'bidFloor',
  bid_ceiling: 'bidCeiling',
  frequency_cap: 'capShows',
  'frequency_cap.hours': 'capHours',
  media_content_file_square: 'picture',
  media_content_file_horizontal: 'picture',
  picture_square: 'picture',
  picture_horizontal: 'picture',
  crop_square: 'picture',
  crop_horizontal: 'picture',
};

/** A bid in words. */
export const bidText = (bid: Amount, unit: CurrencyUnit) => formatPrice(Number(bid) || null, unit);

/** How its fields are called and read. */
const adWords = (unit: CurrencyUnit): Words<AdValues> => {
  const price = (bid: Amount) => (bid === '' ? 'None' : bidText(bid, unit));
  return {
    original_url: 'Address',
    title: 'Title',
    short_description: 'Description',
    full_text: 'Full text',
    brand: 'Brand',
    primary_source_url: 'First published at',
    formats: {
      label: 'Formats',
      text: (ids) => ids.map((id) => FORMATS.find((format) => format.id === id)?.label ?? id).join(', '),
    },
    bidMode: { label: 'Kind of bid', text: (mode) => (mode === 'all' ? 'One for all' : 'By country') },
    bid: { label: 'Bid', text: price },
    bids: {
      label: 'Bids by country',
      text: (bids) => bids.map((one) => `${countryName(one.country_code)} ${price(one.bid)}`).join(', ') || 'None',
    },
    otherBid: { label: 'Bid in all other countries', text: price },
    follows: { label: 'What the bid follows', text: (mode) => BID_MODE_LABELS[mode] },
    epcCoefficient: { label: 'Coefficient on earnings per click', text: String },
    epcMax: { label: 'The most by earnings', text: price },
    leadCost: { label: 'Cost of a lead', text: price },
    bidFloor: { label: 'The least bid', text: price },
    bidCeiling: { label: 'The most bid', text: price },
    capShows: { label: 'Shows to one visitor', text: (shows) => (shows === null ? 'No limit' : String(shows)) },
    capHours: { label: 'In so many hours', text: String },
    saved: { label: 'Picture', text: () => 'Another one' },
  };
};

/** What is to be done before it can be sent. */
export function adChecklist(values: AdValues) {
  const title = missingFor('title', values);
  const picture = missingFor('picture', values);
  const texts = [missingFor('short_description', values), missingFor('full_text', values)];
  return [
    { key: 'url', done: landingHost(values.original_url) !== null, label: 'Landing page' },
    { key: 'title', done: title === null, label: title ?? 'Title' },
    ...(picture || hasPicture(values) ? [{ key: 'picture', done: !picture, label: picture ?? 'Picture' }] : []),
    ...texts.flatMap((text) => (text === null ? [] : [{ key: text, done: false, label: text }])),
    {
      key: 'bid',
      done: values.bidMode === 'country' ? values.bids.length > 0 : Number(values.bid) > 0,
      label: 'Bid',
    },
  ];
}

/** What is declared of the fields: `decimals` are those of a bid in dollars. */
export const adFields = (unit: CurrencyUnit, usualBid: number | '', decimals: number, formats?: readonly number[]) => ({
  read: (ad: Ad | undefined) => adValues(ad, usualBid, formats),
  checks: adChecks(unit, decimals),
  renamed: AD_NAMES,
  words: adWords(unit),
});

/** What becomes of an ad that is sent. */
export function adHint(isTrusted: boolean, isOld: boolean, startsItself: boolean): string {
  if (isTrusted)
    return `Nobody has to read it first. ${startsItself ? 'It starts by itself.' : 'Start it in the list.'}`;
  return isOld
    ? 'A change of words, picture or address is read by a person before it is shown. Another bid is in force at once.'
    : `A person reads it. ${startsItself ? 'It starts by itself after that.' : 'Start it in the list after that.'}`;
}

/** An ad as its form holds it, and as the API takes it. Pure. */
import type { Ad } from '~/api/types';
import { AD_FORM_LIMITS, FORMAT_LABELS, FORMAT_LIMITS, Format } from '~/api/words';
import type { Cut, Picture, ShapeKind } from './picture';

/** A bid in one country. */
export interface CountryBid {
  country_code: string;
  bid: number | '';
}

/** The fields of the form. */
export interface AdValues {
  original_url: string;
  title: string;
  short_description: string;
  full_text: string;
  brand: string;
  formats: number[];
  bidMode: 'all' | 'country';
  bid: number | '';
  bids: CountryBid[];
  /** Beside bids by country: the bid in all others. */
  otherBid: number | '';
  capShows: number | null;
  capHours: number;
}

/** The bid that a new ad begins with, in dollars. */
const BID_DEFAULT = 4;

const HAS_PICTURE: Readonly<Record<Format, boolean>> = {
  [Format.Native]: true,
  [Format.Teaser]: true,
  [Format.Article]: true,
  [Format.Text]: false,
  [Format.LongText]: false,
};

const FORMS_OFFERED = [Format.Native, Format.Teaser, Format.Article, Format.Text, Format.LongText];

/** Block formats: what each needs beside a landing page. */
export const FORMATS = FORMS_OFFERED.map((id) => {
  const { title, short_description: description, full_text: text } = FORMAT_LIMITS[id];
  return {
    id,
    label: FORMAT_LABELS[id],
    title: [title.min, title.max],
    description: [description.min, description.max],
    /** The most characters of a full text; 0 where none is asked for. */
    fullText: text.min > 0 ? text.max : 0,
    picture: HAS_PICTURE[id],
  } as const;
});

/** A new ad. */
export const emptyAd = (): AdValues => ({
  original_url: '',
  title: '',
  short_description: '',
  full_text: '',
  brand: '',
  formats: [Format.Native, Format.Teaser],
  bidMode: 'all',
  bid: BID_DEFAULT,
  bids: [],
  otherBid: '',
  capShows: null,
  capHours: 24,
});

/** The form of a saved ad. */
export const fromAd = (ad: Ad): AdValues => ({
  original_url: ad.original_url,
  title: ad.title,
  short_description: ad.short_description ?? '',
  full_text: ad.full_text ?? '',
  brand: ad.brand ?? '',
  formats: [...ad.supported_block_format_types],
  bidMode: ad.bids.length > 0 ? 'country' : 'all',
  bid: ad.one_bid_for_all_geo ?? '',
  bids: ad.bids.map((bid) => ({ ...bid })),
  otherBid: ad.bids.length > 0 ? (ad.one_bid_for_all_geo ?? '') : '',
  capShows: ad.frequency_cap?.shows ?? null,
  capHours: ad.frequency_cap?.hours ?? 24,
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

/** How long a title may be for all chosen formats at once, in characters. */
export function titleRange(formats: readonly number[]): { min: number; max: number } {
  const chosen = FORMATS.filter((format) => formats.includes(format.id));
  return {
    min: Math.max(1, ...chosen.map((format) => format.title[0])),
    max: Math.min(AD_FORM_LIMITS.title.max, ...chosen.map((format) => format.title[1])),
  };
}

/** What a field lacks for the chosen formats, as a sentence, or null. */
export function missingFor(
  field: 'title' | 'short_description' | 'full_text' | 'picture',
  values: AdValues,
  hasPicture: boolean,
): string | null {
  const chosen = FORMATS.filter((format) => values.formats.includes(format.id));
  for (const format of chosen) {
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
    if (field === 'picture' && format.picture && !hasPicture) return `${format.label} needs a picture.`;
  }
  return null;
}

const cutText = (cut: Cut) => [cut.x, cut.y, cut.width, cut.height].map(Math.round).join(',');

/** The multipart body that creates or changes an ad. */
export function adBody(
  values: AdValues,
  picture: Picture | null,
  cuts: Partial<Record<ShapeKind, Cut>>,
  version: number | undefined,
): FormData {
  const form = new FormData();
  form.set('original_url', values.original_url.trim());
  form.set('title', values.title.trim());
  form.set('short_description', values.short_description.trim());
  form.set('full_text', values.full_text.trim());
  form.set('brand', values.brand.trim());
  for (const format of values.formats) form.append('supported_block_format_types[]', String(format));
  if (values.bidMode === 'all') form.set('one_bid_for_all_geo', String(values.bid));
  else {
    // Without it the ad is not shown in countries that have no bid of their own.
    if (values.otherBid !== '') form.set('one_bid_for_all_geo', String(values.otherBid));
    values.bids.forEach((bid, index) => {
      form.set(`bids[${index}][country_code]`, bid.country_code);
      form.set(`bids[${index}][bid]`, String(bid.bid));
    });
  }
  if (values.capShows !== null) {
    form.set('frequency_cap[shows]', String(values.capShows));
    form.set('frequency_cap[hours]', String(values.capHours));
  }
  if (picture) {
    form.set('media_content_file_square', picture.file);
    form.set('media_content_file_horizontal', picture.file);
    if (cuts.square) form.set('crop_square', cutText(cuts.square));
    if (cuts.horizontal) form.set('crop_horizontal', cutText(cuts.horizontal));
  }
  if (version !== undefined) form.set('version', String(version));
  return form;
}

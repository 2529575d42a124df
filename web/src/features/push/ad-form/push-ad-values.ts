/** A push ad as its form holds it, and as the API takes it. Pure. */
import type { PushAd, PushAdForm, PushSettingsResource } from '~/api/sdk';
import { PUSH_AD_FORM_LIMITS, PUSH_BUTTON_FORM_LIMITS } from '~/api/words';
import { type Amount, amountProblem } from '~/lib/amount';
import { type CurrencyUnit, formatPrice } from '~/lib/format';
import { languageName } from '~/lib/names';
import { landingHost, landingProblem, tooLong } from '../../ads/ad-values';
import { draftPart } from '../../ads/drafts';
import type { Cut, Picture, Shape } from '../../ads/pictures/picture';
import type { Words } from '../../form/meanwhile';
import type { Checks } from '../../form/use-form';
import type { Notification } from '../notification/notification';

/** A button of a notification. An empty address is that of the ad. */
export interface ButtonValues {
  action: 'open' | 'close';
  title: string;
  url: string;
}

/** A picture with what is cut of it, and the saved one that stands until another is chosen. */
export interface PictureValues {
  picture: Picture | null;
  cut: Cut | null;
  saved: string | null;
}

/** The fields of the form. */
export type PushAdValues = {
  title: string;
  body: string;
  url: string;
  language_code: string;
  bid: Amount;
  buttons: ButtonValues[];
  icon: PictureValues;
  image: PictureValues;
  /** The ad whose pictures a new one shows until others are chosen. */
  copy_of: string | null;
};

/** What bounds an ad; those of the API. */
export type PushAdBounds = Pick<
  PushSettingsResource,
  'title_max' | 'body_max' | 'button_title_max' | 'buttons_max' | 'min_bid' | 'decimals' | 'step' | 'high_bid'
>;

/** What stands until the bounds are there. */
export const USUAL_BOUNDS: PushAdBounds = {
  title_max: PUSH_AD_FORM_LIMITS.title.max,
  body_max: PUSH_AD_FORM_LIMITS.body.max,
  button_title_max: PUSH_BUTTON_FORM_LIMITS.title.max,
  buttons_max: PUSH_AD_FORM_LIMITS.buttons.max,
  min_bid: PUSH_AD_FORM_LIMITS.bid.min,
  decimals: 2,
  step: 0.01,
  high_bid: 1,
};

/** What the icon is cut to. */
export const ICON_SHAPES: readonly Shape<'icon'>[] = [
  { kind: 'icon', label: 'Icon, 1 : 1', aspect: 1, width: 192, height: 192 },
];

/** What the large picture is cut to. */
export const IMAGE_SHAPES: readonly Shape<'image'>[] = [
  { kind: 'image', label: 'Large picture, 2 : 1', aspect: 2, width: 720, height: 360 },
];

/** The most characters of an address. */
export const URL_MAX = PUSH_AD_FORM_LIMITS.url.max;

/** The buttons of a new ad. */
const BUTTONS: ButtonValues[] = [
  { action: 'open', title: 'Open', url: '' },
  { action: 'close', title: 'Close', url: '' },
];

/** A new ad, or the one given, whose pictures are not its own yet where it is a `copy`. */
export const pushAdValues = (ad: PushAd | undefined, how?: 'copy'): PushAdValues => ({
  title: ad?.title ?? '',
  body: ad?.body ?? '',
  url: ad?.url ?? '',
  language_code: ad?.language_code ?? 'en',
  bid: ad?.bid ?? '',
  buttons: ad ? ad.buttons.map(({ action, title, url }) => ({ action, title, url: url ?? '' })) : BUTTONS,
  icon: { picture: null, cut: null, saved: ad?.icon?.url ?? null },
  image: { picture: null, cut: null, saved: ad?.image?.url ?? null },
  copy_of: how === 'copy' ? (ad?.uuid ?? null) : null,
});

const cutText = ({ picture, cut }: PictureValues) =>
  picture && cut ? [cut.x, cut.y, cut.width, cut.height].map(Math.round).join(',') : null;

/** The body that creates or changes an ad; pictures of a copy are taken from the ad that it was made of. */
export const pushAdBody = (
  values: PushAdValues,
  {
    held,
    campaign,
    confirmed,
    how = '',
  }: { held?: PushAd | undefined; campaign: string; confirmed: boolean; how?: string },
): PushAdForm & { buttons: NonNullable<PushAdForm['buttons']> } => ({
  ...(held ? { version: held.version } : { campaign_uuid: campaign, copy_of: values.copy_of }),
  is_draft: draftPart(how, !held || held.is_draft),
  title: values.title.trim(),
  body: values.body.trim(),
  url: values.url.trim(),
  language_code: values.language_code,
  bid: Number(values.bid),
  confirm_high_bid: confirmed ? true : null,
  buttons: values.buttons.map(({ action, title, url }) => ({
    action,
    title: title.trim(),
    url: action === 'open' && url.trim() ? url.trim() : null,
  })),
  icon: values.icon.picture?.file ?? null,
  image: values.image.picture?.file ?? null,
  crop_icon: cutText(values.icon),
  crop_image: cutText(values.image),
  remove_image: !values.image.picture && !values.image.saved && (held ? held.image : values.copy_of) ? true : null,
});

/** As people see it. */
export const notificationOf = (
  { title, body, buttons }: Pick<PushAdValues, 'title' | 'body' | 'buttons'>,
  pictures: Pick<Notification, 'icon' | 'image'>,
): Notification => ({ title, body, ...pictures, buttons: buttons.map((button) => button.title) });

/** What is wrong with a text, or null. */
const textError = (text: string, what: string, max: number): string | null =>
  text.trim() === '' ? `The ${what} is missing.` : tooLong(text, max);

/** What is wrong with the buttons, or null. */
function buttonsError(buttons: readonly ButtonValues[], max: number): string | null {
  for (const [at, { action, title, url }] of buttons.entries()) {
    const wrong = textError(title, `text of button ${at + 1}`, max);
    if (wrong) return wrong;
    if (action === 'open' && url.trim() && landingHost(url) === null) {
      return `The address of button ${at + 1} must start with http:// or https://.`;
    }
  }
  return null;
}

/** What is wrong with the fields. */
const checks = (unit: CurrencyUnit, bounds: PushAdBounds): Checks<PushAdValues> => ({
  title: (title) => textError(title, 'title', bounds.title_max),
  body: (body) => textError(body, 'text', bounds.body_max),
  url: landingProblem,
  buttons: (buttons) => buttonsError(buttons, bounds.button_title_max),
  icon: ({ picture, saved }) => (picture || saved ? null : 'The icon is missing.'),
  bid: (bid) => {
    if (bid === '') return 'What a valid click is worth to you.';
    const problem = amountProblem(bid, unit, bounds.decimals);
    if (problem !== null) return problem;
    return Number(bid) < bounds.min_bid ? `The lowest allowed is ${formatPrice(bounds.min_bid, unit)}.` : null;
  },
});

/** Names of the API that differ in the form. */
const NAMES = { crop_icon: 'icon', crop_image: 'image', confirm_high_bid: 'bid', copy_of: 'icon' };

/** How its fields are called and read. */
const words = (unit: CurrencyUnit): Words<PushAdValues> => ({
  title: 'Title',
  body: 'Text',
  url: 'Address',
  language_code: { label: 'Language', text: languageName },
  bid: { label: 'Bid', text: (bid) => (bid === '' ? 'None' : formatPrice(Number(bid), unit)) },
  buttons: { label: 'Buttons', text: (buttons) => buttons.map(({ title }) => title).join(', ') || 'None' },
  icon: { label: 'Icon', text: () => 'Another one' },
  image: { label: 'Large picture', text: ({ saved }) => (saved ? 'Another one' : 'None') },
});

/** What is to be done before it can be sent. */
export const pushAdChecklist = (values: PushAdValues, bounds: PushAdBounds) => [
  { key: 'title', done: textError(values.title, 'title', bounds.title_max) === null, label: 'Title' },
  { key: 'body', done: textError(values.body, 'text', bounds.body_max) === null, label: 'Text' },
  { key: 'icon', done: values.icon.picture !== null || values.icon.saved !== null, label: 'Icon' },
  { key: 'url', done: landingHost(values.url) !== null, label: 'Landing page' },
  { key: 'bid', done: Number(values.bid) >= bounds.min_bid, label: 'Bid' },
];

/** What is declared of the fields. A copy begins as the ad that it is made of. */
export const pushAdFields = (unit: CurrencyUnit, bounds: PushAdBounds, copyOf?: PushAd) => ({
  read: (ad: PushAd | undefined) => (ad || !copyOf ? pushAdValues(ad) : pushAdValues(copyOf, 'copy')),
  checks: checks(unit, bounds),
  renamed: NAMES,
  words: words(unit),
});

/** What becomes of an ad that is sent. */
export const pushAdHint = (isTrusted: boolean, isOld: boolean): string =>
  isTrusted
    ? 'Nobody has to read it first. It starts by itself, while its campaign runs.'
    : isOld
      ? 'What people see of it is read by a person again where it changes. Another bid is in force at once.'
      : 'A person reads it. It starts by itself after that, while its campaign runs.';

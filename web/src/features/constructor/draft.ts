/** A block while it is being made. Pure. */
import type { Block, BlockForm, BlockPlacement } from '~/api/sdk';
import type { Template } from '~/api/types';
import { BLOCK_FORM_LIMITS, BLOCK_PLACEMENT_LABELS, LIMITS } from '~/api/words';
import type { Amount } from '~/lib/amount';
import { formatNumber } from '~/lib/format';
import { differing, type Words } from '../form/meanwhile';
import { type Config, configErrors, placesOf, type Value } from './fields';

/** Bytes of a kB. */
const KB = 1024;

/** What can be changed of a block. */
export interface Draft {
  name: string;
  config: Config;
  custom_styles: string;
  passback_html: string;
  passback_url: string;
  placement: BlockPlacement;
  /** Paragraphs as typed, for ads in an article. */
  article_paragraphs: string;
  /** Seconds as typed; false for a block that does not refresh. */
  refresh_seconds: string | false;
  /** Dollars by 1,000 shows; '' for none. */
  ecpm_floor: Amount;
  country_floors: readonly FloorIn[];
}

/** The floor in one country. */
export interface FloorIn {
  country_code: string;
  ecpm_floor: Amount;
}

/** What a saved block and a version of one have alike. */
export type Saved = Pick<
  Block,
  | 'name'
  | 'config'
  | 'custom_styles'
  | 'passback_html'
  | 'passback_url'
  | 'refresh_seconds'
  | 'placement'
  | 'article_paragraphs'
  | 'ecpm_floor'
  | 'country_floors'
>;

/** The most characters of a block's name. */
export const NAME_MAX = BLOCK_FORM_LIMITS.name.max;
/** The longest CSS, in bytes. */
const CSS_BYTES_MAX = BLOCK_FORM_LIMITS.custom_styles.max;
/** The longest HTML for empty places, in characters. */
export const PASSBACK_MAX = BLOCK_FORM_LIMITS.passback_html.max;

/** The fewest and the most seconds in view between two refreshes. */
export const REFRESH = BLOCK_FORM_LIMITS.refresh_seconds;
/** The fewest and the most paragraphs between two ads in an article. */
export const PARAGRAPHS = BLOCK_FORM_LIMITS.article_paragraphs;
/** Paragraphs of a block that is put into articles. */
const PARAGRAPHS_FIRST = '4';
/** The highest floor, in dollars. */
export const FLOOR_MAX = BLOCK_FORM_LIMITS.ecpm_floor.max;
/** The most countries with a floor of their own. */
export const FLOOR_COUNTRIES_MAX = BLOCK_FORM_LIMITS.country_floors.max;
/** Decimals of a floor, in dollars. */
export const FLOOR_DECIMALS = 6;

/** The settings of a block with one ad. */
export const oneAd = (config: Config): Config =>
  Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, /^(rows|columns(_tablet|_phone)?)$/.test(key) ? 1 : value]),
  );

/** A new block of a template. */
export const newDraft = (template: Template, name: string): Draft => ({
  name,
  config: { ...template.initial_values },
  custom_styles: '',
  passback_html: '',
  passback_url: '',
  placement: 'in_place',
  article_paragraphs: PARAGRAPHS_FIRST,
  refresh_seconds: false,
  ecpm_floor: '',
  country_floors: [],
});

/** A saved block; settings that came later get the template's values. */
export const draftOf = (block: Saved, template: Template): Draft => ({
  name: block.name,
  // The server holds a config to its template's types.
  config: { ...template.initial_values, ...(block.config as Config) },
  custom_styles: block.custom_styles,
  passback_html: block.passback_html,
  passback_url: block.passback_url,
  placement: block.placement,
  article_paragraphs: block.article_paragraphs ? String(block.article_paragraphs) : PARAGRAPHS_FIRST,
  refresh_seconds: block.refresh_seconds ? String(block.refresh_seconds) : false,
  ecpm_floor: block.ecpm_floor || '',
  country_floors: block.country_floors,
});

/** The draft field by field, named as in the API: what was changed of a setting is told of that setting. */
export type FlatDraft = Record<string, Value>;

/** All fields beside each other. */
export const flat = ({ config, country_floors: floors, ...rest }: Draft): FlatDraft => ({
  ...rest,
  // Compared as one value: which country is where in the list means nothing to anybody.
  country_floors: JSON.stringify(floors.map((floor) => [floor.country_code, floor.ecpm_floor])),
  ...Object.fromEntries(Object.entries(config).map(([key, value]) => [`config.${key}`, value])),
});

const floorsOf = (flatFloors: Value | undefined): FloorIn[] =>
  (JSON.parse(String(flatFloors)) as [string, Amount][]).map(([country_code, ecpm_floor]) => ({
    country_code,
    ecpm_floor,
  }));

/** The draft of its fields. */
export const unflat = (fields: FlatDraft): Draft => ({
  name: String(fields.name),
  custom_styles: String(fields.custom_styles),
  passback_html: String(fields.passback_html),
  passback_url: String(fields.passback_url),
  placement: fields.placement as BlockPlacement,
  article_paragraphs: String(fields.article_paragraphs),
  refresh_seconds: fields.refresh_seconds as string | false,
  ecpm_floor: fields.ecpm_floor as Amount,
  country_floors: floorsOf(fields.country_floors),
  config: Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (name.startsWith('config.') ? [[name.slice(7), value]] : [])),
  ),
});

/** How many things differ between two drafts. */
export const differences = (a: Draft, b: Draft): number => differing(flat(a), flat(b)).length;

/** How its fields are called and read. */
export const wordsOf = (template: Template): Words<FlatDraft> => ({
  name: 'Name',
  custom_styles: 'Own CSS',
  passback_html: 'HTML for an empty place',
  passback_url: 'Page for an empty place',
  placement: { label: 'Placement', text: (placement) => BLOCK_PLACEMENT_LABELS[placement as BlockPlacement] },
  article_paragraphs: 'Paragraphs between two ads',
  refresh_seconds: { label: 'Refresh', text: (seconds) => (seconds === false ? 'Off' : `After ${seconds} s in view`) },
  ecpm_floor: { label: 'Floor', text: (floor) => (floor === '' ? 'None' : `${floor} dollars`) },
  country_floors: {
    label: 'Floors by country',
    text: (floors) => {
      const told = floorsOf(floors).map((floor) => `${floor.country_code} ${floor.ecpm_floor}`);
      return told.join(', ') || 'None';
    },
  },
  ...Object.fromEntries(
    template.config.fields.map(({ key, label, type, unit, options }) => [
      `config.${key}`,
      {
        label,
        text: (value: Value) => {
          if (type === 'boolean') return value ? 'On' : 'Off';
          return options?.find((option) => option.value === value)?.label ?? [value, unit].filter(Boolean).join(' ');
        },
      },
    ]),
  ),
});

const isFloor = (floor: Amount): boolean =>
  floor === '' || (typeof floor === 'number' && floor >= 0 && floor <= FLOOR_MAX);

/** Why a draft cannot be saved, by field. */
export function draftErrors(draft: Draft, template: Template): Record<string, string> {
  const errors = configErrors(template.config.fields, draft.config);
  if (!draft.name.trim()) errors.name = 'Give the block a name, such as its place on the page.';
  if (placesOf(draft.config) > LIMITS.block_places) {
    errors['config.rows'] = `Rows times columns is ${placesOf(draft.config)}; at most ${LIMITS.block_places} ads fit.`;
  }
  if (new TextEncoder().encode(draft.custom_styles).length > CSS_BYTES_MAX) {
    errors.custom_styles = `The CSS is longer than ${formatNumber(CSS_BYTES_MAX / KB)} kB.`;
  }
  if ([...draft.passback_html].length > PASSBACK_MAX) {
    errors.passback_html = `At most ${formatNumber(PASSBACK_MAX)} characters.`;
  }
  if (draft.passback_url.trim() && !/^https?:\/\/[^\s/]+\.[^\s]+$/i.test(draft.passback_url.trim())) {
    errors.passback_url = 'Give the whole address, with https:// in front.';
  }
  if (draft.placement === 'sticky_bottom' && placesOf(draft.config) > 1) {
    errors.placement = 'A bar has room for one ad: set rows and columns to 1.';
  }
  const paragraphs = Number(draft.article_paragraphs);
  if (
    draft.placement === 'in_article' &&
    !(Number.isInteger(paragraphs) && paragraphs >= PARAGRAPHS.min && paragraphs <= PARAGRAPHS.max)
  ) {
    errors.article_paragraphs = `A whole number, ${PARAGRAPHS.min} to ${PARAGRAPHS.max}.`;
  }
  const seconds = Number(draft.refresh_seconds);
  if (
    draft.refresh_seconds !== false &&
    !(Number.isInteger(seconds) && seconds >= REFRESH.min && seconds <= REFRESH.max)
  ) {
    errors.refresh_seconds = `Whole seconds, ${REFRESH.min} to ${REFRESH.max}.`;
  }
  const floorProblem = (floor: Amount) => (isFloor(floor) ? null : `An amount from 0 to ${FLOOR_MAX} dollars.`);
  const own = floorProblem(draft.ecpm_floor);
  if (own !== null) errors.ecpm_floor = own;
  draft.country_floors.forEach(({ ecpm_floor: floor }, at) => {
    const problem = floor === '' ? 'Give an amount, or remove the country.' : floorProblem(floor);
    if (problem !== null) errors[`country_floors.${at}.ecpm_floor`] = problem;
  });
  return errors;
}

/** The body that creates or changes a block. */
export function draftBody(draft: Draft, template: Template, version: number | undefined): BlockForm {
  return {
    name: draft.name.trim(),
    template_id: template.id,
    config: draft.config,
    custom_styles: draft.custom_styles,
    passback_html: draft.passback_html,
    passback_url: draft.passback_url.trim(),
    placement: draft.placement,
    article_paragraphs: draft.placement === 'in_article' ? Number(draft.article_paragraphs) : null,
    refresh_seconds: draft.refresh_seconds === false ? null : Number(draft.refresh_seconds),
    ecpm_floor: Number(draft.ecpm_floor),
    country_floors: draft.country_floors.map((floor) => ({ ...floor, ecpm_floor: Number(floor.ecpm_floor) })),
    ...(version === undefined ? {} : { version }),
  };
}

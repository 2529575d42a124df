/** A block while it is being made. Pure. */
import type { Block, BlockForm } from '~/api/sdk';
import type { Template } from '~/api/types';
import { BLOCK_FORM_LIMITS, LIMITS } from '~/api/words';
import { differing, type Words } from '../form/meanwhile';
import { type Config, configErrors, placesOf, type Value } from './fields';

/** What can be changed of a block. */
export interface Draft {
  name: string;
  config: Config;
  custom_styles: string;
  passback_html: string;
}

/** The most characters of a block's name. */
export const NAME_MAX = BLOCK_FORM_LIMITS.name.max;
/** The longest CSS, in bytes. */
export const CSS_MAX_BYTES = BLOCK_FORM_LIMITS.custom_styles.max;
/** The longest HTML for empty places, in characters. */
export const PASSBACK_MAX = BLOCK_FORM_LIMITS.passback_html.max;

/** A new block of a template. */
export const newDraft = (template: Template, name: string): Draft => ({
  name,
  config: { ...template.initial_values },
  custom_styles: '',
  passback_html: '',
});

/** A saved block; settings that came later get the template's values. */
export const draftOf = (block: Block, template: Template): Draft => ({
  name: block.name,
  // The server holds a config to its template's types.
  config: { ...template.initial_values, ...(block.config as Config) },
  custom_styles: block.custom_styles,
  passback_html: block.passback_html,
});

/** The draft field by field, named as in the API: what was changed of a setting is told of that setting. */
export type FlatDraft = Record<string, Value>;

/** All fields beside each other. */
export const flat = ({ config, ...rest }: Draft): FlatDraft => ({
  ...rest,
  ...Object.fromEntries(Object.entries(config).map(([key, value]) => [`config.${key}`, value])),
});

/** The draft of its fields. */
export const unflat = (fields: FlatDraft): Draft => ({
  name: String(fields.name),
  custom_styles: String(fields.custom_styles),
  passback_html: String(fields.passback_html),
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

/** Why a draft cannot be saved, by field. */
export function draftErrors(draft: Draft, template: Template): Record<string, string> {
  const errors = configErrors(template.config.fields, draft.config);
  if (!draft.name.trim()) errors.name = 'Give the block a name, such as its place on the page.';
  if (placesOf(draft.config) > LIMITS.block_places) {
    errors['config.rows'] = `Rows times columns is ${placesOf(draft.config)}; at most ${LIMITS.block_places} ads fit.`;
  }
  if (new TextEncoder().encode(draft.custom_styles).length > CSS_MAX_BYTES) {
    errors.custom_styles = 'The CSS is longer than 8 kB.';
  }
  if ([...draft.passback_html].length > PASSBACK_MAX) {
    errors.passback_html = 'At most 10 000 characters.';
  }
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
    ...(version === undefined ? {} : { version }),
  };
}

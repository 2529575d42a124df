/** A block while it is being made. Pure. */
import type { Block, Template } from '~/api/types';
import { BLOCK_FORM_LIMITS } from '~/api/words';
import { type Config, configErrors, MAX_PLACES, placesOf } from './fields';

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

/** How many things differ between two drafts. */
export function differences(a: Draft, b: Draft): number {
  const keys = new Set([...Object.keys(a.config), ...Object.keys(b.config)]);
  const settings = [...keys].filter((key) => a.config[key] !== b.config[key]).length;
  const rest = (['name', 'custom_styles', 'passback_html'] as const).filter((key) => a[key] !== b[key]).length;
  return settings + rest;
}

/** Why a draft cannot be saved, by field. */
export function draftErrors(draft: Draft, template: Template): Record<string, string> {
  const errors = configErrors(template.config.fields, draft.config);
  if (!draft.name.trim()) errors.name = 'Give the block a name, such as its place on the page.';
  if (placesOf(draft.config) > MAX_PLACES) {
    errors['config.rows'] = `Rows times columns is ${placesOf(draft.config)}; at most ${MAX_PLACES} ads fit.`;
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
export function draftBody(draft: Draft, template: Template, version: number | undefined): Record<string, unknown> {
  return {
    name: draft.name.trim(),
    template_id: template.id,
    config: draft.config,
    custom_styles: draft.custom_styles,
    passback_html: draft.passback_html,
    ...(version === undefined ? {} : { version }),
  };
}

/** What was typed for a new block, which outlives the choice of another template. Pure. */
import type { Template } from '~/api/types';
import { changedOnly } from '../form/meanwhile';
import { type Draft, type FlatDraft, flat, newDraft, oneAd, unflat } from './draft';
import { fits } from './fields';

/** Whether a template has a field that can hold the value. */
const takes = (template: Template, name: string, value: FlatDraft[string]): boolean => {
  if (!name.startsWith('config.')) return true;
  const field = template.config.fields.find(({ key }) => name === `config.${key}`);
  return field !== undefined && fits(field, value);
};

/**
 * What was typed by now: all that is changed in this template, and of what was typed before it was chosen what it does not take, or
 * what is as it was, though the template begins with the same.
 */
export function typedIn(before: FlatDraft, template: Template, draft: Draft): FlatDraft {
  const now = flat(draft);
  const here = changedOnly(flat(draftWith(before, template)), now) as FlatDraft;
  const kept = Object.entries(before).filter(([name, value]) => !(name in here) || !takes(template, name, value));
  const changed = changedOnly(flat(newDraft(template, '')), now) as FlatDraft;
  return { ...Object.fromEntries(kept), ...changed };
}

/** A new block of a template, with what was typed as far as the template takes it. */
export function draftWith(typed: FlatDraft, template: Template): Draft {
  const taken = Object.entries(typed).filter(([name, value]) => takes(template, name, value));
  const draft = unflat({ ...flat(newDraft(template, '')), ...Object.fromEntries(taken) });
  // A bar has room for one ad, however many the template begins with.
  return draft.placement === 'sticky_bottom' ? { ...draft, config: oneAd(draft.config) } : draft;
}

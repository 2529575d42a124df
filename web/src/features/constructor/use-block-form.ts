import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { createBlockMutation, updateBlockMutation } from '~/api/queries';
import type { Block, Site } from '~/api/sdk';
import type { Template } from '~/api/types';
import { paths } from '~/lib/paths';
import { toast } from '~/ui/toast';
import { useNavigateHere } from '../form/use-navigate-here';
import { useSaving } from '../form/use-saving';
import { type Draft, draftBody, draftErrors, draftOf, type FlatDraft, flat, newDraft, unflat, wordsOf } from './draft';
import { begin, changed, rebased, redone, undone } from './history';
import { draftWith, typedIn } from './typed';

/** A part of the form, by the fields that it holds. */
export type Part = 'settings' | 'css' | 'passback' | 'earning' | 'versions';

/** Another block to begin like is another form; another template leaves what was typed. */
const PLACED_BY = ['like'];

/** The part of the form that holds a field. */
export function partOf(field: string): Part {
  if (field === 'custom_styles') return 'css';
  if (field.startsWith('passback_')) return 'passback';
  return /^(ecpm_floor|country_floors|refresh_seconds)/.test(field) ? 'earning' : 'settings';
}

/**
 * The form of a block: it keeps its draft with the steps that led to it, and saves as every form does. A new one may begin like
 * another one. `typed` keeps what was changed of a new one, for the form of another template that comes in its place.
 */
export function useBlockForm(
  site: Site,
  template: Template,
  block: Block | undefined,
  like?: Block,
  typed?: RefObject<FlatDraft>,
) {
  const navigate = useNavigateHere();
  const create = useMutation(createBlockMutation());
  const update = useMutation(updateBlockMutation());
  const read = (of: Block | undefined) => {
    const known = of ?? like;
    return known ? draftOf(known, template) : newDraft(template, '');
  };
  const [before] = useState(() => typed?.current ?? {});
  const [history, setHistory] = useState(() => begin(typed ? draftWith(before, template) : read(block)));
  const [part, setPart] = useState<Part>('settings');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const draft = history.present;
  useEffect(() => {
    if (typed) typed.current = typedIn(before, template, draft);
  }, [typed, before, template, draft]);
  const show = (found: Record<string, string>) => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first !== undefined) setPart(partOf(first));
    return found;
  };
  const saving = useSaving(
    {
      item: block,
      placedBy: PLACED_BY,
      read: (of) => flat(read(of)),
      words: wordsOf(template),
      send: async (_values, held) => {
        const body = draftBody(draft, template, held?.version);
        const { data } = held
          ? await update.mutateAsync({ path: { id: held.id }, body })
          : await create.mutateAsync({ path: { site_id: site.id }, body });
        return data;
      },
      saved: ({ id }) => {
        if (block) return toast('Block saved', { detail: 'Pages show it within seconds.' });
        toast('Block created', { detail: 'Its code stands below the preview.' });
        return navigate(paths.blockEdit(site.id, id));
      },
    },
    {
      values: flat(draft),
      put: (fields, moved = (earlier) => earlier) =>
        setHistory((before) => rebased(before, unflat(fields), (step) => unflat(moved(flat(step))))),
      check: () => show(draftErrors(draft, template)),
      showErrors: show,
    },
  );
  return {
    ...saving,
    draft,
    errors,
    part,
    setPart,
    edit: (patch: Partial<Draft>, key: string) => {
      setHistory((before) => changed(before, { ...before.present, ...patch }, key, performance.now()));
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== key)));
    },
    /** Says what is wrong with a field once somebody has left it. */
    judge: (field: string) => {
      const { [field]: problem } = draftErrors(draft, template);
      if (problem !== undefined) setErrors((before) => ({ ...before, [field]: problem }));
    },
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  };
}

/** The form as its parts take it. */
export type BlockFormState = ReturnType<typeof useBlockForm>;

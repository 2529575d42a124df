import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { updateAdsMutation } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { renewed, type Sheet, saved } from './model';
import { bodyOf, rowOf, type SheetTerms, sheetOf, summaryOf, type Told, toldOf } from './rows';

/** The sheet of some ads: what stands in it, what the server said of it, and how it is saved. */
export function useSheet(ads: readonly Ad[], terms: SheetTerms) {
  const [sheet, setSheet] = useState<Sheet>(() => sheetOf(ads, terms));
  const [told, setTold] = useState<ReadonlyMap<number, Told>>(new Map());
  const update = useMutation(updateAdsMutation());
  const summary = useMemo(() => summaryOf(sheet, terms, told), [sheet, terms, told]);
  /** What the server said of a cell holds until the cell is another one. */
  const change = useCallback((next: (before: Sheet) => Sheet) => {
    setSheet((before) => {
      const after = next(before);
      if (after === before) return before;
      const touched = new Set(after.rows.filter((row, at) => row !== before.rows[at]).map((row) => row.ad.id));
      setTold((all) => {
        const left = [...all].filter(([id]) => !touched.has(id));
        return left.length === all.size ? all : new Map(left);
      });
      return after;
    });
  }, []);
  /** Takes over ads that were changed elsewhere: what was typed here stays. */
  const renew = useCallback(
    (fresh: readonly Ad[]) => setSheet((before) => renewed(before, fresh, rowOf(terms))),
    [terms],
  );
  /** Saves what is right; what is wrong stays with its reason. How many were saved, and which were another version. */
  const save = async (): Promise<{ done: number; refused: number; stale: number[] }> => {
    const sent = summary.ready;
    const { data } = await update.mutateAsync({ body: { ads: sent.map((row) => bodyOf(row, terms)) } });
    setSheet((before) => saved(before, data.ads, rowOf(terms), sent));
    setTold(new Map(data.refused.map((refused) => [refused.id, toldOf(refused)])));
    const stale = data.refused.filter(({ current_version: current }) => typeof current === 'number');
    return { done: data.ads.length, refused: data.refused.length, stale: stale.map(({ id }) => id) };
  };
  return { sheet, change, renew, told, summary, save, isSaving: update.isPending };
}

/** What the parts of the sheet take. */
export type SheetState = ReturnType<typeof useSheet>;

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { make, updateSourceCoefficientsMutation, updateSourcesMutation } from '~/api/queries';
import type { SourceRow, SourceStateName } from '~/api/sdk';
import { askAnew } from '~/app/queries';
import { formatNumber, plural } from '~/lib/format';
import { toast, toastNotDone } from '~/ui/toast';
import { idsOf, sourceName } from './source-words';

/** Sources as a change names them. */
type Named = Pick<SourceRow, 'site_id' | 'block_id' | 'site_name'>;
type Ids = { site_ids: number[]; block_ids: number[] };

/** So many sources go into one call. */
const PART = 1000;

/** Parts of what is too much for one call. */
function parts({ site_ids, block_ids }: Ids): Ids[] {
  const all = [
    ...site_ids.map((id) => ({ site_ids: [id], block_ids: [] as number[] })),
    ...block_ids.map((id) => ({ site_ids: [] as number[], block_ids: [id] })),
  ];
  const made: Ids[] = [];
  for (let at = 0; at < all.length; at += PART) {
    const part = all.slice(at, at + PART);
    made.push({
      site_ids: part.flatMap((one) => one.site_ids),
      block_ids: part.flatMap((one) => one.block_ids),
    });
  }
  return made;
}

const DONE: Record<SourceStateName, string> = { blocked: 'blocked', allowed: 'allowed', open: 'taken off the list' };

/** Changes of a campaign's sources: each at once, told, and with its way back. */
export function useSourceChanges(campaign: number) {
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  const path = { id: campaign };

  /** A change counts as under way until its answer is there. */
  const counted = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    setSent((before) => before + 1);
    try {
      return await work;
    } finally {
      setSent((before) => before - 1);
    }
  };

  const list = async (ids: Ids, state: SourceStateName) => {
    const before: Record<SourceStateName, Ids> = {
      open: { site_ids: [], block_ids: [] },
      blocked: { site_ids: [], block_ids: [] },
      allowed: { site_ids: [], block_ids: [] },
    };
    let count = 0;
    try {
      for (const body of parts(ids)) {
        const { data } = await make(updateSourcesMutation, { path, body: { ...body, state } }, client);
        for (const one of data.changed) {
          count += 1;
          if (one.site_id !== null) before[one.before].site_ids.push(one.site_id);
          if (one.block_id !== null) before[one.before].block_ids.push(one.block_id);
        }
      }
    } finally {
      void askAnew(client);
    }
    return { count, before };
  };

  const back = async (before: Record<SourceStateName, Ids>) => {
    try {
      for (const state of ['open', 'blocked', 'allowed'] as const) {
        if (before[state].site_ids.length + before[state].block_ids.length > 0) await list(before[state], state);
      }
      toast('The sources are as they were');
    } catch (error) {
      toastNotDone('The list', 'brought back', error);
    }
  };

  /** Says the same of sources; whether it was done. */
  const setState = async (ids: Ids, state: SourceStateName, name?: string): Promise<boolean> => {
    try {
      const { count, before } = await list(ids, state);
      const what = count === 1 && name ? name : plural(count, 'source');
      if (count === 0) toast('Nothing to change', { detail: `All of them are ${DONE[state]} already.` });
      else toast(`${what} ${DONE[state]}`, { undo: () => void back(before) });
      return true;
    } catch (error) {
      toastNotDone('The list', 'changed', error);
      return false;
    }
  };

  /** Sets the coefficient of sources. */
  const setCoefficient = async (rows: readonly Named[], value: number): Promise<boolean> => {
    try {
      const body = { ...idsOf(rows), value };
      const { data } = await make(updateSourceCoefficientsMutation, { path, body }, client);
      void askAnew(client);
      const undo = async () => {
        try {
          for (const value of new Set(data.before.map((one) => one.value))) {
            const some = data.before.filter((one) => one.value === value);
            const ids = {
              site_ids: some.flatMap(({ site_id: id }) => (typeof id === 'number' ? [id] : [])),
              block_ids: some.flatMap(({ block_id: id }) => (typeof id === 'number' ? [id] : [])),
            };
            await make(updateSourceCoefficientsMutation, { path, body: { ...ids, value } }, client);
          }
          toast('The coefficients are as they were');
        } catch (error) {
          toastNotDone('The coefficient', 'brought back', error);
        } finally {
          void askAnew(client);
        }
      };
      const [first] = rows;
      const [was] = data.before;
      if (was === undefined) toast('Nothing to change');
      else if (rows.length === 1 && first) {
        toast(`${sourceName(first)} pays × ${formatNumber(value, 1)} now`, {
          detail: `Was ${formatNumber(was.value, 1)}. `,
          undo: () => void undo(),
        });
      } else {
        toast(`${plural(data.before.length, 'source')} pay × ${formatNumber(value, 1)} now`, {
          undo: () => void undo(),
        });
      }
      return true;
    } catch (error) {
      toastNotDone('The coefficient', 'saved', error);
      void askAnew(client);
      return false;
    }
  };
  return {
    setState: (...asked: Parameters<typeof setState>) => counted(setState(...asked)),
    setCoefficient: (...asked: Parameters<typeof setCoefficient>) => counted(setCoefficient(...asked)),
    isBusy: sent > 0,
  };
}

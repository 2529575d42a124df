import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { make, updateAdsBidMutation, updateAdsMutation } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { askAnew } from '~/app/queries';
import { adNow } from '../bulk/bulk';
import { renewed, type Sheet, type SheetRow, saved } from './model';
import {
  backOf,
  bodyOf,
  countryBidsOf,
  rowOf,
  type SheetTerms,
  sheetOf,
  summaryOf,
  type Told,
  toldOf,
  waitingAgain,
} from './rows';

/** What a save has sent, and the ads as it answered them. */
export interface SavedOnce {
  sent: readonly SheetRow[];
  ads: readonly Ad[];
}

/** What came of a way back. */
export interface BroughtBack {
  /** Ads of which something is not as it was. */
  left: number;
  /** Ads that were approved before the save, and wait for a moderator now. */
  waiting: number;
}

/** The sheet of some ads: what stands in it, what the server said of it, and how it is saved. */
export function useSheet(ads: readonly Ad[], terms: SheetTerms) {
  const [sheet, setSheet] = useState<Sheet>(() => sheetOf(ads, terms));
  const [told, setTold] = useState<ReadonlyMap<number, Told>>(new Map());
  const client = useQueryClient();
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
  /** Saves what is right; what is wrong stays with its reason. What was saved, how many were not, and which were another version. */
  const save = async (): Promise<{ once: SavedOnce; refused: number; stale: number[] }> => {
    const sent = summary.ready;
    const { data } = await update.mutateAsync({ body: { ads: sent.map((row) => bodyOf(row, terms)) } });
    setSheet((before) => saved(before, data.ads, rowOf(terms), sent));
    setTold(new Map(data.refused.map((refused) => [refused.id, toldOf(refused)])));
    const stale = data.refused.filter(({ current_version: current }) => typeof current === 'number');
    return { once: { sent, ads: data.ads }, refused: data.refused.length, stale: stale.map(({ id }) => id) };
  };
  /** Brings back what stood there before a save, in ads that nobody has changed since. */
  const back = async ({ sent, ads }: SavedOnce): Promise<BroughtBack> => {
    const { rows, left: some } = backOf(sent, ads, terms);
    const left = new Set(some);
    const kept = new Set<number>();
    const fresh: Ad[] = [];
    if (rows.length > 0) {
      const { data } = await update.mutateAsync({ body: { ads: rows.map((row) => bodyOf(row, terms)) } });
      for (const { id } of data.refused) kept.add(id);
      fresh.push(...data.ads);
    }
    try {
      for (const { ad } of countryBidsOf(sent, ads)) {
        if (kept.has(ad.id)) continue;
        const known = [...fresh, ...ads].find(({ id }) => id === ad.id);
        if ((await adNow(ad, client)).version !== known?.version) {
          kept.add(ad.id);
          continue;
        }
        const bids = Object.fromEntries(ad.bids.map((one) => [one.country_code, one.bid]));
        const one = ad.one_bid_for_all_geo;
        const body = { ids: [ad.id], bids, ...(typeof one === 'number' && { one_bid_for_all_geo: one }) };
        await make(updateAdsBidMutation, { body }, client);
        fresh.unshift(await adNow(ad, client));
      }
    } finally {
      void askAnew(client);
      renew([...new Map(fresh.toReversed().map((ad) => [ad.id, ad])).values()]);
    }
    for (const id of kept) left.add(id);
    const now = new Map([...ads, ...fresh.toReversed()].map((ad) => [ad.id, ad]));
    return { left: left.size, waiting: waitingAgain(sent, [...now.values()]) };
  };
  return { sheet, change, renew, told, summary, save, back, isSaving: update.isPending };
}

/** What the parts of the sheet take. */
export type SheetState = ReturnType<typeof useSheet>;

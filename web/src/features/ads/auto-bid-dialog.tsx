import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '~/api/problem';
import {
  make,
  updateAdsEpcCoefficientMutation,
  updateAdsEpcMaxMutation,
  updateAdsLeadCostMutation,
} from '~/api/queries';
import type { Ad, Updated } from '~/api/sdk';
import { askAnew, useUnit } from '~/app/queries';
import { type Amount, amountProblem } from '~/lib/amount';
import { plural } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Button } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { closeDialog, openDialog } from '~/ui/dialogs';
import { FieldPair } from '~/ui/form';
import { Note } from '~/ui/note';
import { toast, toastError } from '~/ui/toast';
import { useBidDecimals } from '../targeting/lists';
import { FOLLOWS } from './ad-values';

/** What the bids of ads follow, as the calls take it. */
type Follows = Pick<Ad, 'bid_mode' | 'epc_coefficient' | 'epc_max' | 'lead_cost' | 'bid_floor' | 'bid_ceiling'>;

const HAND: Follows = {
  bid_mode: 'by_hand',
  epc_coefficient: null,
  epc_max: null,
  lead_cost: null,
  bid_floor: null,
  bid_ceiling: null,
};

/** Lets the bids of ads follow something: each call changes all that it can, and names the rest. */
function useFollow() {
  const client = useQueryClient();
  return async (ids: number[], to: Follows): Promise<Updated> => {
    try {
      if (to.bid_mode === 'earnings') {
        await make(updateAdsEpcMaxMutation, { body: { ids, value: to.epc_max } }, client);
        const last = { body: { ids, value: to.epc_coefficient } };
        return (await make(updateAdsEpcCoefficientMutation, last, client)).data;
      }
      const { lead_cost: value, bid_floor: floor, bid_ceiling: ceiling } = to.bid_mode === 'lead_cost' ? to : HAND;
      return (await make(updateAdsLeadCostMutation, { body: { ids, value, floor, ceiling } }, client)).data;
    } finally {
      void askAnew(client);
    }
  };
}

function AutoBid({ id, ads }: { id: string; ads: readonly Ad[] }) {
  const unit = useUnit();
  const decimals = useBidDecimals();
  const follow = useFollow();
  // What one ad follows is what is changed; several may follow different things.
  const [first] = ads;
  const before = ads.length === 1 && first && first.bid_mode !== 'by_hand' ? first : undefined;
  const [mode, setMode] = useState<Ad['bid_mode']>(before?.bid_mode ?? 'earnings');
  const [coefficient, setCoefficient] = useState(String(before?.epc_coefficient ?? 1));
  const [amounts, setAmounts] = useState<Record<'max' | 'lead' | 'floor' | 'ceiling', Amount>>({
    max: before?.epc_max ?? '',
    lead: before?.lead_cost ?? '',
    floor: before?.bid_floor ?? '',
    ceiling: before?.bid_ceiling ?? '',
  });
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const set = (name: keyof typeof amounts) => (amount: Amount) => setAmounts({ ...amounts, [name]: amount });
  const needed =
    mode === 'earnings' ? (['max'] as const) : mode === 'lead_cost' ? (['lead', 'floor', 'ceiling'] as const) : [];
  const problem = () => {
    for (const name of needed) {
      const amount = amounts[name];
      const wrong =
        amount === '' ? 'An amount is needed.' : amountProblem(amount, unit, name === 'lead' ? 2 : decimals);
      if (wrong !== null) return wrong;
    }
    return null;
  };
  const back = async () => {
    try {
      for (const ad of ads) await follow([ad.id], ad);
      toast('Bids follow what they followed before');
    } catch (error) {
      toastError('Not all was given back', error);
    }
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = problem();
    setFailure(wrong);
    if (wrong !== null) return;
    setBusy(true);
    try {
      const told = await follow(
        ads.map((ad) => ad.id),
        mode === 'earnings'
          ? {
              ...HAND,
              bid_mode: mode,
              epc_coefficient: Number(coefficient.replace(',', '.')),
              epc_max: Number(amounts.max),
            }
          : mode === 'lead_cost'
            ? {
                ...HAND,
                bid_mode: mode,
                lead_cost: Number(amounts.lead),
                bid_floor: Number(amounts.floor),
                bid_ceiling: Number(amounts.ceiling),
              }
            : HAND,
      );
      const refused = told.refused ?? [];
      toast(`${plural(told.updated_count, 'bid')}: ${FOLLOWS[mode].toLowerCase()}`, { undo: () => void back() });
      if (refused.length > 0)
        toastError(`${plural(refused.length, 'ad')} refused`, undefined, { detail: refused[0]?.detail });
      closeDialog(id);
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="stack" onSubmit={(event) => void send(event)}>
      <Segmented<Ad['bid_mode']>
        label="What the bids follow"
        value={mode}
        onChange={setMode}
        options={(['earnings', 'lead_cost', 'by_hand'] as const).map((value) => ({ value, label: FOLLOWS[value] }))}
      />
      {mode === 'earnings' && (
        <FieldPair>
          <TextInput
            label="Coefficient"
            description="0.01 to 10, times what a click earns"
            inputMode="decimal"
            value={coefficient}
            onChange={(event) => setCoefficient(event.target.value)}
          />
          <AmountField
            label="The most"
            unit={unit}
            step={0.1}
            decimals={decimals}
            value={amounts.max}
            onChange={set('max')}
          />
        </FieldPair>
      )}
      {mode === 'lead_cost' && (
        <>
          <AmountField
            label="A lead may cost"
            unit={unit}
            step={1}
            decimals={2}
            value={amounts.lead}
            onChange={set('lead')}
          />
          <FieldPair>
            <AmountField
              label="The least bid"
              unit={unit}
              step={0.1}
              decimals={decimals}
              value={amounts.floor}
              onChange={set('floor')}
            />
            <AmountField
              label="The most bid"
              unit={unit}
              step={0.1}
              decimals={decimals}
              value={amounts.ceiling}
              onChange={set('ceiling')}
            />
          </FieldPair>
        </>
      )}
      <p className="s13 t2">
        {mode === 'by_hand'
          ? 'The bids stay as they are now, until you change them.'
          : 'Bids follow the last 7 days, from 30 valid clicks on. Until then they stay as they are.'}
      </p>
      {failure && <Note tone="bad">{failure}</Note>}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button onClick={() => closeDialog(id)}>Cancel</Button>
        <Button type="submit" variant="ink" busy={isBusy}>
          Set for {ads.length}
        </Button>
      </div>
    </form>
  );
}

/** Asks what the bids of many ads follow. */
export function askAutoBid(ads: readonly Ad[]): void {
  const id = `auto-bid-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `Automatic bid of ${plural(ads.length, 'ad')}`,
    size: 480,
    children: <AutoBid id={id} ads={ads} />,
  });
}

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Ad } from '~/api/sdk';
import { BID_MODE_LABELS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { type Amount, amountProblem } from '~/lib/amount';
import { plural } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Segmented } from '~/ui/controls';
import { askBy } from '~/ui/dialogs';
import { FieldPair } from '~/ui/form';
import { Note } from '~/ui/note';
import { AskOfRows } from '../../list/ask-of-rows';
import { useBidDecimals } from '../../targeting/lists';
import { readEpcCoefficient } from '../ad-values';
import { ADS } from '../api';
import { coefficientText, type Follows, following, HAND } from './follow';

/** What is typed into. */
type Field = keyof Amounts | 'coefficient';

type Amounts = Record<'max' | 'lead' | 'floor' | 'ceiling', Amount>;

/** The amounts that each needs. */
const NEEDED: Readonly<Record<Ad['bid_mode'], readonly (keyof Amounts)[]>> = {
  by_hand: [],
  earnings: ['max'],
  lead_cost: ['lead', 'floor', 'ceiling'],
};

function AutoBid({ id, ads }: { id: string; ads: readonly Ad[] }) {
  const unit = useUnit();
  const decimals = useBidDecimals();
  // What one ad follows is what is changed; several may follow different things.
  const [first] = ads;
  const before = ads.length === 1 && first && first.bid_mode !== 'by_hand' ? first : undefined;
  const [mode, setMode] = useState<Ad['bid_mode']>(before?.bid_mode ?? 'earnings');
  const [coefficient, setCoefficient] = useState(coefficientText(before?.epc_coefficient ?? 1));
  const [amounts, setAmounts] = useState<Amounts>({
    max: before?.epc_max ?? '',
    lead: before?.lead_cost ?? '',
    floor: before?.bid_floor ?? '',
    ceiling: before?.bid_ceiling ?? '',
  });
  const [wrong, setWrong] = useState<Field | null>(null);
  const refuse = (name: Field, text: string): never => {
    setWrong(name);
    throw new RangeError(text);
  };
  const set = (name: keyof Amounts) => (amount: Amount) => setAmounts({ ...amounts, [name]: amount });
  /** What was typed; what is wrong with it is thrown. */
  const typed = (): Follows => {
    setWrong(null);
    const epc_coefficient = readEpcCoefficient(coefficient);
    if (mode === 'earnings' && epc_coefficient === null) {
      return refuse('coefficient', 'From 0,01 to 10, with at most two decimals.');
    }
    for (const name of NEEDED[mode]) {
      const amount = amounts[name];
      const problem = amountProblem(amount, unit, name === 'lead' ? 2 : decimals);
      if (problem !== null) return refuse(name, problem);
      if (!(Number(amount) > 0)) return refuse(name, 'An amount is needed.');
    }
    if (mode === 'by_hand') return HAND;
    if (mode === 'earnings') return { ...HAND, bid_mode: mode, epc_coefficient, epc_max: Number(amounts.max) };
    const [bid_floor, bid_ceiling] = [Number(amounts.floor), Number(amounts.ceiling)];
    if (bid_ceiling < bid_floor) return refuse('ceiling', 'The most must be at least the least.');
    return { ...HAND, bid_mode: mode, lead_cost: Number(amounts.lead), bid_floor, bid_ceiling };
  };
  const hint =
    mode === 'by_hand'
      ? 'The bids stay as they are now, until you change them.'
      : 'Bids follow the last 7 days, from 30 valid clicks on. Until then they stay as they are.';
  return (
    <AskOfRows id={id} things={ADS} rows={ads} verb="Set" hint={() => hint} change={() => following(typed())}>
      {(error) => {
        const at = (name: Field) => (wrong === name ? error : null);
        return (
          <>
            <Segmented<Ad['bid_mode']>
              label="What the bids follow"
              value={mode}
              onChange={setMode}
              options={(['earnings', 'lead_cost', 'by_hand'] as const).map((value) => ({
                value,
                label: BID_MODE_LABELS[value],
              }))}
            />
            {mode === 'earnings' && (
              <FieldPair>
                <TextInput
                  label="Coefficient"
                  description="0,01 to 10, times what a click earns"
                  inputMode="decimal"
                  value={coefficient}
                  onChange={(event) => setCoefficient(coefficientText(event.target.value))}
                  error={at('coefficient')}
                />
                <AmountField
                  label="The most"
                  unit={unit}
                  step={0.1}
                  decimals={decimals}
                  value={amounts.max}
                  onChange={set('max')}
                  error={at('max')}
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
                  error={at('lead')}
                />
                <FieldPair>
                  <AmountField
                    label="The least bid"
                    unit={unit}
                    step={0.1}
                    decimals={decimals}
                    value={amounts.floor}
                    onChange={set('floor')}
                    error={at('floor')}
                  />
                  <AmountField
                    label="The most bid"
                    unit={unit}
                    step={0.1}
                    decimals={decimals}
                    value={amounts.ceiling}
                    onChange={set('ceiling')}
                    error={at('ceiling')}
                  />
                </FieldPair>
              </>
            )}
            {error !== null && wrong === null && <Note tone="bad">{error}</Note>}
          </>
        );
      }}
    </AskOfRows>
  );
}

/** Asks what the bids of many ads follow. */
export function askAutoBid(ads: readonly Ad[]): void {
  askBy(`Automatic bid of ${plural(ads.length, 'ad')}`, (id) => <AutoBid id={id} ads={ads} />, 480);
}

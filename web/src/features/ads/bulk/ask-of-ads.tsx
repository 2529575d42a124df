import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useUnit } from '~/app/queries';
import { type Amount, amountProblem } from '~/lib/amount';
import { type CurrencyUnit, formatPrice, plural, unitSymbol } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { askBy } from '~/ui/dialogs';
import { AskOfRows } from '../../list/ask-of-rows';
import type { Change } from '../../list/change';
import type { Things } from '../../list/spec';
import { landingHost } from '../ad-values';

/** Ads of any kind that get the same. */
interface OfAds<Row extends object> {
  things: Things<Row>;
  ads: readonly Row[];
}

/** Asks for one bid for many ads. */
export function BidForm<Row extends object>({
  id,
  things,
  ads,
  hint,
  minimum,
  decimals,
  step,
  change,
}: OfAds<Row> & {
  id: string;
  hint(left: readonly Row[]): string;
  /** The lowest bid, once it is known. */
  minimum: number | undefined;
  decimals: number;
  step: number;
  /** Puts it in. A `RangeError` says what is wrong with it. */
  change(bid: number, unit: CurrencyUnit): Change<Row>;
}) {
  const unit = useUnit();
  const [value, setValue] = useState<Amount>('');
  const typed = () => {
    const problem = value === '' ? 'An amount is needed.' : amountProblem(value, unit, decimals);
    if (problem !== null) throw new RangeError(problem);
    const bid = Number(value);
    if (minimum !== undefined && bid < minimum) {
      throw new RangeError(`The lowest allowed is ${formatPrice(minimum, unit)}.`);
    }
    return change(bid, unit);
  };
  return (
    <AskOfRows id={id} things={things} rows={ads} verb="Set" hint={hint} change={typed}>
      {(error) => (
        <AmountField
          label={`Bid for a valid click, ${unitSymbol(unit)}`}
          value={value}
          onChange={setValue}
          error={error}
          unit={unit}
          step={step}
          decimals={decimals}
          data-autofocus
        />
      )}
    </AskOfRows>
  );
}

function LandingForm<Row extends object>({
  id,
  things,
  ads,
  change,
}: OfAds<Row> & { id: string; change(url: string): Change<Row> }) {
  const [value, setValue] = useState('');
  const typed = () => {
    if (landingHost(value) === null) throw new RangeError('A full address: https://shop.example/page');
    return change(value.trim());
  };
  return (
    <AskOfRows
      id={id}
      things={things}
      rows={ads}
      verb="Set"
      hint={() => 'Ads with a new address are read by moderation again, unless you are trusted.'}
      change={typed}
    >
      {(error) => (
        <TextInput
          label="Landing page"
          placeholder="https://"
          type="url"
          inputMode="url"
          value={value}
          onChange={(event) => setValue(event.target.value)}
          error={error}
          data-autofocus
        />
      )}
    </AskOfRows>
  );
}

/** Asks for one landing page for many ads. */
export const askLanding = <Row extends object>(of: OfAds<Row> & { change(url: string): Change<Row> }): void =>
  askBy(`Landing page of ${plural(of.ads.length, ...of.things.noun)}`, (id) => <LandingForm id={id} {...of} />, 460);

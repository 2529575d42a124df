import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Ad } from '~/api/sdk';
import { useUnit, useUser } from '~/app/queries';
import { type Amount, amountProblem } from '~/lib/amount';
import { formatPrice, plural, unitSymbol } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { openDialog } from '~/ui/dialogs';
import { AskOfRows } from '../list/ask-of-rows';
import { useBidDecimals } from '../targeting/lists';
import { landingHost } from './ad-values';
import { ADS } from './api';
import { bidding, leading } from './bulk';

/** What is said of ads that have bids by country, which one bid replaces. */
function countryHint(ads: readonly Ad[]): string {
  const count = ads.filter(({ bids }) => bids.length > 0).length;
  if (count === 0) return '';
  return `${plural(count, 'ad')} of these ${count === 1 ? 'has' : 'have'} bids by country, which this one replaces. `;
}

/** What is said of ads whose bids follow something, which sets them again. */
function followHint(ads: readonly Ad[]): string {
  const count = ads.filter(({ bid_mode: mode }) => mode !== 'by_hand').length;
  if (count === 0) return '';
  return `${plural(count, 'ad')} of these ${count === 1 ? 'has an automatic bid, which is' : 'have automatic bids, which are'} set again within minutes: choose “By hand” under “Automatic bid” first. `;
}

function BidDialog({ id, ads }: { id: string; ads: readonly Ad[] }) {
  const unit = useUnit();
  const decimals = useBidDecimals();
  const minimum = useUser()?.minimum_bid;
  const [value, setValue] = useState<Amount>('');
  const change = () => {
    const problem = value === '' ? 'An amount is needed.' : amountProblem(value, unit, decimals);
    if (problem !== null) throw new RangeError(problem);
    const bid = Number(value);
    if (minimum !== undefined && bid < minimum) {
      throw new RangeError(`The lowest allowed is ${formatPrice(minimum, unit)}.`);
    }
    return bidding(bid, unit);
  };
  return (
    <AskOfRows
      id={id}
      things={ADS}
      rows={ads}
      verb="Set"
      hint={(left) => `${countryHint(left)}${followHint(left)}It does not send the ads to moderation.`}
      change={change}
    >
      {(error) => (
        <AmountField
          label={`Bid for a valid click, ${unitSymbol(unit)}`}
          value={value}
          onChange={setValue}
          error={error}
          unit={unit}
          step={0.1}
          decimals={decimals}
          data-autofocus
        />
      )}
    </AskOfRows>
  );
}

function UrlDialog({ id, ads }: { id: string; ads: readonly Ad[] }) {
  const [value, setValue] = useState('');
  const change = () => {
    if (landingHost(value) === null) throw new RangeError('A full address: https://shop.example/page');
    return leading(value.trim());
  };
  return (
    <AskOfRows
      id={id}
      things={ADS}
      rows={ads}
      verb="Set"
      hint={() => 'Ads with a new address are read by moderation again, unless you are trusted.'}
      change={change}
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

/** Asks for one bid for many ads. */
export function askBid(ads: readonly Ad[]): void {
  const id = `bid-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `Bid of ${plural(ads.length, 'ad')}`,
    size: 420,
    children: <BidDialog id={id} ads={ads} />,
  });
}

/** Asks for one landing page for many ads. */
export function askUrl(ads: readonly Ad[]): void {
  const id = `url-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `Landing page of ${plural(ads.length, 'ad')}`,
    size: 460,
    children: <UrlDialog id={id} ads={ads} />,
  });
}

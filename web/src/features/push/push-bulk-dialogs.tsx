import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PushAd } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { type Amount, amountProblem } from '~/lib/amount';
import { formatPrice, plural, unitSymbol } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { openDialog } from '~/ui/dialogs';
import { landingHost } from '../ads/ad-values';
import { AskOfRows } from '../list/ask-of-rows';
import { PUSH_ADS, pushSettingsQuery } from './api';
import { bidding, leading } from './bulk';
import { highBidText, isHigh } from './high-bid';

function BidDialog({ id, ads }: { id: string; ads: readonly PushAd[] }) {
  const unit = useUnit();
  const bounds = useQuery(pushSettingsQuery).data;
  const decimals = bounds?.decimals ?? 2;
  const [value, setValue] = useState<Amount>('');
  const [confirmed, setConfirmed] = useState<number | null>(null);
  const change = () => {
    const problem = value === '' ? 'An amount is needed.' : amountProblem(value, unit, decimals);
    if (problem !== null) throw new RangeError(problem);
    const bid = Number(value);
    if (bounds && bid < bounds.min_bid) {
      throw new RangeError(`The lowest allowed is ${formatPrice(bounds.min_bid, unit)}.`);
    }
    const high = isHigh(bid, bounds);
    if (high && bounds && confirmed !== bid) {
      setConfirmed(bid);
      throw new RangeError(`${highBidText(bounds, unit)} Press the button again if it is meant.`);
    }
    return bidding(bid, high, unit);
  };
  return (
    <AskOfRows
      id={id}
      things={PUSH_ADS}
      rows={ads}
      verb="Set"
      hint={() => 'It does not send the ads to moderation.'}
      change={change}
    >
      {(error) => (
        <AmountField
          label={`Bid for a valid click, ${unitSymbol(unit)}`}
          value={value}
          onChange={setValue}
          error={error}
          unit={unit}
          step={bounds?.step ?? 0.01}
          decimals={decimals}
          data-autofocus
        />
      )}
    </AskOfRows>
  );
}

function UrlDialog({ id, ads }: { id: string; ads: readonly PushAd[] }) {
  const [value, setValue] = useState('');
  const change = () => {
    if (landingHost(value) === null) throw new RangeError('A full address: https://shop.example/page');
    return leading(value.trim());
  };
  return (
    <AskOfRows
      id={id}
      things={PUSH_ADS}
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
export function askBid(ads: readonly PushAd[]): void {
  const id = `push-bid-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `Bid of ${plural(ads.length, 'push ad')}`,
    size: 420,
    children: <BidDialog id={id} ads={ads} />,
  });
}

/** Asks for one landing page for many ads. */
export function askUrl(ads: readonly PushAd[]): void {
  const id = `push-url-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `Landing page of ${plural(ads.length, 'push ad')}`,
    size: 460,
    children: <UrlDialog id={id} ads={ads} />,
  });
}

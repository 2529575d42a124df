import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PushAd } from '~/api/sdk';
import { type CurrencyUnit, plural } from '~/lib/format';
import { askBy } from '~/ui/dialogs';
import { askLanding, BidForm } from '../../ads/bulk/ask-of-ads';
import { PUSH_ADS, pushSettingsQuery } from '../api';
import { highBidText, isHigh } from '../high-bid';
import { bidding, leading } from './bulk';

function BidDialog({ id, ads }: { id: string; ads: readonly PushAd[] }) {
  const bounds = useQuery(pushSettingsQuery).data;
  const [confirmed, setConfirmed] = useState<number | null>(null);
  const change = (bid: number, unit: CurrencyUnit) => {
    const high = isHigh(bid, bounds);
    if (high && bounds && confirmed !== bid) {
      setConfirmed(bid);
      throw new RangeError(`${highBidText(bounds, unit)} Press the button again if it is meant.`);
    }
    return bidding(bid, high, unit);
  };
  return (
    <BidForm
      id={id}
      things={PUSH_ADS}
      ads={ads}
      hint={() => 'It does not send the ads to moderation.'}
      minimum={bounds?.min_bid}
      decimals={bounds?.decimals ?? 2}
      step={bounds?.step ?? 0.01}
      change={change}
    />
  );
}

/** Asks for one bid for many ads. */
export const askBid = (ads: readonly PushAd[]): void =>
  askBy(`Bid of ${plural(ads.length, 'push ad')}`, (id) => <BidDialog id={id} ads={ads} />, 420);

/** Asks for one landing page for many ads. */
export const askUrl = (ads: readonly PushAd[]): void => askLanding({ things: PUSH_ADS, ads, change: leading });

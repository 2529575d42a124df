import type { Ad } from '~/api/sdk';
import { useUser } from '~/app/queries';
import { plural } from '~/lib/format';
import { askBy } from '~/ui/dialogs';
import { useBidDecimals } from '../../targeting/lists';
import { ADS } from '../api';
import { askLanding, BidForm } from './ask-of-ads';
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
  return (
    <BidForm
      id={id}
      things={ADS}
      ads={ads}
      hint={(left) => `${countryHint(left)}${followHint(left)}It does not send the ads to moderation.`}
      minimum={useUser()?.minimum_bid}
      decimals={useBidDecimals()}
      step={0.1}
      change={bidding}
    />
  );
}

/** Asks for one bid for many ads. */
export const askBid = (ads: readonly Ad[]): void =>
  askBy(`Bid of ${plural(ads.length, 'ad')}`, (id) => <BidDialog id={id} ads={ads} />, 420);

/** Asks for one landing page for many ads. */
export const askUrl = (ads: readonly Ad[]): void => askLanding({ things: ADS, ads, change: leading });

import { ApiError } from '~/api/problem';
import type { PushSettingsResource } from '~/api/sdk';
import { type CurrencyUnit, formatPrice } from '~/lib/format';
import { confirm } from '~/ui/confirm';

/** What the settings say of high bids. */
export type HighBid = Pick<PushSettingsResource, 'high_bid'>;

/** Whether a bid is asked about once more. */
export const isHigh = (bid: number, bounds: HighBid | undefined): boolean =>
  bounds !== undefined && bid > bounds.high_bid;

/** Why it is asked. */
export const highBidText = (bounds: HighBid, unit: CurrencyUnit): string =>
  `A bid above ${formatPrice(bounds.high_bid, unit)} is mostly a slip of the comma.`;

/** Asks whether a high bid is meant. Others are not asked about. */
export function wantsHighBid(bid: number, unit: CurrencyUnit, bounds: HighBid | undefined): Promise<boolean> {
  if (!bounds || !isHigh(bid, bounds)) return Promise.resolve(true);
  return new Promise((resolve) => {
    let isMeant = false;
    confirm({
      title: `Bid ${formatPrice(bid, unit)} for a click?`,
      body: `${highBidText(bounds, unit)} A click may cost all of it.`,
      action: `Bid ${formatPrice(bid, unit)}`,
      keep: 'Change it',
      tone: 'ink',
      onClosed: () => resolve(isMeant),
      run: async () => {
        isMeant = true;
      },
    });
  });
}

/** What is thrown where somebody does not want the high bid after all. */
export const notMeant = () =>
  new ApiError({ status: 422, detail: 'Nothing was sent. Change the bid, then send it again.' });

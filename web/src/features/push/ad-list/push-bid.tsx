import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { updatePushAdsMutation } from '~/api/queries';
import type { PushAd } from '~/api/sdk';
import { askAnew, useUnit } from '~/app/queries';
import { formatPrice, formatPriceAmount } from '~/lib/format';
import { AmountEdit, ChangedMeanwhile, type Save, SaveAgain } from '~/ui/amount-edit';
import { toast } from '~/ui/toast';
import { useChanges } from '../../list/use-changes';
import { PUSH_ADS, pushSettingsQuery } from '../api';
import { highBidText, isHigh } from '../high-bid';
import { bidding, pushAdNow } from './bulk';

/** The bid of a push ad, which is changed by a click; a high one is asked about once more. */
export function PushBid({ ad }: { ad: PushAd }) {
  const unit = useUnit();
  const bounds = useQuery(pushSettingsQuery).data;
  const client = useQueryClient();
  const { mutateAsync } = useMutation(updatePushAdsMutation());
  const { act } = useChanges(PUSH_ADS);
  const backTo = (before: PushAd, given: number) => {
    const back = bidding(given, isHigh(given, bounds), unit).undo?.();
    if (back) act('Undo', back, [before]);
  };
  // The call takes no version: what stands there is looked at just before.
  const saveOf =
    (seen: number, confirmed: number | null): Save =>
    async (bid) => {
      if (bid === null) return;
      const now = await pushAdNow(ad, client);
      if (now.bid !== seen) {
        void askAnew(client);
        throw new ChangedMeanwhile(formatPrice(now.bid, unit), saveOf(now.bid, confirmed));
      }
      const high = isHigh(bid, bounds);
      if (high && bounds && bid !== confirmed) {
        // Another high bid that is typed then is asked about as well.
        throw new SaveAgain(highBidText(bounds, unit), saveOf(seen, bid));
      }
      await mutateAsync({ body: { uuids: [ad.uuid], bid, ...(high ? { confirm_high_bid: true } : {}) } });
      toast('Bid saved', { undo: () => backTo(now, bid) });
    };
  return (
    <AmountEdit
      label="Bid"
      name={ad.title}
      align="right"
      value={ad.bid}
      unit={unit}
      decimals={bounds?.decimals ?? 2}
      step={bounds?.step ?? 0.01}
      minimum={bounds?.min_bid}
      onSave={saveOf(ad.bid, null)}
    >
      {formatPriceAmount(ad.bid, unit)}
    </AmountEdit>
  );
}

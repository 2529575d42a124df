import { Tooltip } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { updateAdsBidMutation } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { BID_MODE_LABELS } from '~/api/words';
import { askAnew, useUnit, useUser } from '~/app/queries';
import { unitSymbol } from '~/lib/format';
import { AmountButton, AmountEdit, ChangedMeanwhile, type Save } from '~/ui/amount-edit';
import { lateDialog } from '~/ui/late-dialog';
import { None } from '~/ui/marks';
import { toast } from '~/ui/toast';
import { useChanges } from '../../list/use-changes';
import { useBidDecimals } from '../../targeting/lists';
import { ADS } from '../api';
import { adNow, bidding, bidText, sameBid } from '../bulk/bulk';

const askAutoBid = lateDialog(
  () => import('./auto-bid-dialog'),
  (dialog) => dialog.askAutoBid,
);

/** The bid of an ad, which is changed by a click; of one that follows something, what it follows. */
export const Bid = ({ ad }: { ad: Ad }) => (ad.bid_mode === 'by_hand' ? <OwnBid ad={ad} /> : <AutoBid ad={ad} />);

/** A bid that was set by hand would be another one at the next look: the dialog of automatic bids says so. */
function AutoBid({ ad }: { ad: Ad }) {
  const unit = useUnit();
  const follows = BID_MODE_LABELS[ad.bid_mode];
  return (
    <Tooltip label={`${follows}: it is set again every few minutes.`}>
      <span>
        <AmountButton label={`Bid of ${ad.title}, ${follows.toLowerCase()}: change`} onPress={() => askAutoBid([ad])}>
          <IconRobot size={14} aria-hidden />
          {bidText(ad, unit) ?? <None />}
        </AmountButton>
      </span>
    </Tooltip>
  );
}

function OwnBid({ ad }: { ad: Ad }) {
  const unit = useUnit();
  const decimals = useBidDecimals();
  const minimum = useUser()?.minimum_bid;
  const client = useQueryClient();
  const { mutateAsync } = useMutation(updateAdsBidMutation());
  const { act } = useChanges(ADS);
  const backTo = (before: Ad, given: number) => {
    const back = bidding(given, unit).undo?.();
    if (back) act('Undo', back, [before]);
  };
  // Beside bids by country it is that of all other countries: none that stands for the ad.
  const hasCountries = ad.bids.length > 0;
  // The call takes no version: what stands there is looked at just before.
  const saveOf =
    (seen: Ad): Save =>
    async (bid) => {
      if (bid === null) return;
      const now = await adNow(seen, client);
      if (!sameBid(now, seen)) {
        void askAnew(client);
        const text = bidText(now, unit);
        throw new ChangedMeanwhile(text === null ? 'without a bid' : `${text} ${unitSymbol(unit)}`, saveOf(now));
      }
      const replaces = seen.bids.length > 0;
      await mutateAsync({
        body: { ids: [ad.id], one_bid_for_all_geo: bid, ...(replaces && { replace_country_bids: true }) },
      });
      toast('Bid saved', { undo: () => backTo(now, bid) });
    };
  return (
    <AmountEdit
      label={hasCountries ? 'One bid in place of those by country' : 'Bid'}
      name={ad.title}
      align="right"
      value={hasCountries ? null : (ad.one_bid_for_all_geo ?? null)}
      unit={unit}
      decimals={decimals}
      step={0.1}
      {...(minimum === undefined ? {} : { minimum })}
      onSave={saveOf(ad)}
    >
      {bidText(ad, unit) ?? <None />}
    </AmountEdit>
  );
}

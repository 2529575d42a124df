import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getAdOptions, updateAdsBidMutation } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { askAnew, useUnit, useUser } from '~/app/queries';
import { type CurrencyUnit, formatPriceAmount, unitSymbol } from '~/lib/format';
import { AmountEdit, ChangedMeanwhile, type Save } from '~/ui/amount-edit';
import { None } from '~/ui/marks';
import { toast } from '~/ui/toast';
import { same } from '../form/meanwhile';
import { useBidDecimals } from '../targeting/lists';

/** The bid as text: one, or from the lowest to the highest of the countries. */
function bidText({ one_bid_for_all_geo: one, bids }: Ad, unit: CurrencyUnit): string | null {
  const all = typeof one === 'number' ? [one] : bids.map(({ bid }) => bid);
  if (all.length === 0) return null;
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const text = formatPriceAmount(low, unit);
  return low === high ? text : `${text} to ${formatPriceAmount(high, unit)}`;
}

const bidOf = ({ one_bid_for_all_geo: one, bids }: Ad) => [one ?? null, bids];

/** The bid of an ad, which is changed by a click. */
export function Bid({ ad }: { ad: Ad }) {
  const unit = useUnit();
  const decimals = useBidDecimals();
  const minimum = useUser()?.minimum_bid;
  const client = useQueryClient();
  const { mutateAsync } = useMutation(updateAdsBidMutation());
  const one = ad.one_bid_for_all_geo ?? null;
  // The call takes no version: what stands there is looked at just before.
  const saveOf =
    (seen: Ad): Save =>
    async (bid) => {
      if (bid === null) return;
      const question = getAdOptions({ path: { id: ad.id } });
      const { data: now } = await client.fetchQuery({ ...question, staleTime: 0, networkMode: 'always' });
      if (!same(bidOf(now), bidOf(seen))) {
        void askAnew(client);
        const text = bidText(now, unit);
        throw new ChangedMeanwhile(text === null ? 'without a bid' : `${text} ${unitSymbol(unit)}`, saveOf(now));
      }
      await mutateAsync({ body: { ids: [ad.id], one_bid_for_all_geo: bid } });
      toast('Bid saved');
    };
  return (
    <AmountEdit
      label={one === null && ad.bids.length > 0 ? 'One bid for all countries' : 'Bid'}
      name={ad.title}
      align="right"
      value={one}
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

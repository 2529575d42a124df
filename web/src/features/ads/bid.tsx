import { useMutation } from '@tanstack/react-query';
import { updateAdsBidMutation } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { useUnit, useUser } from '~/app/queries';
import { type CurrencyUnit, formatAmount } from '~/lib/format';
import { AmountEdit } from '~/ui/amount-edit';
import { None } from '~/ui/marks';
import { toast } from '~/ui/toast';

/** The bid as text: one, or from the lowest to the highest of the countries. */
function bidText({ one_bid_for_all_geo: one, bids }: Ad, unit: CurrencyUnit): string | null {
  const all = typeof one === 'number' ? [one] : bids.map(({ bid }) => bid);
  if (all.length === 0) return null;
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const text = formatAmount(low, unit, 3);
  return low === high ? text : `${text} to ${formatAmount(high, unit, 3)}`;
}

/** The bid of an ad, which is changed by a click. */
export function Bid({ ad }: { ad: Ad }) {
  const unit = useUnit();
  const minimum = useUser()?.minimum_bid;
  const { mutateAsync } = useMutation(updateAdsBidMutation());
  const one = ad.one_bid_for_all_geo ?? null;
  const onSave = async (bid: number | null) => {
    if (bid === null) return;
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
      decimals={3}
      step={0.1}
      {...(minimum === undefined ? {} : { minimum })}
      onSave={onSave}
    >
      {bidText(ad, unit) ?? <None />}
    </AmountEdit>
  );
}

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dataOf, estimateAdGroupReachOptions } from '~/api/queries';
import type { BidGuide as Guide } from '~/api/sdk';
import type { NativeFormat } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatNumber, formatPrice } from '~/lib/format';

/** Between the last change of a bid and the question. */
const PAUSE_MS = 400;

/** What clicks of an audience cost, in a sentence; nothing where that is not known. */
export function BidGuide({ bids }: { bids: Guide | null | undefined }) {
  const unit = useUnit();
  if (!bids) return null;
  const price = (dollars: number) => formatPrice(dollars, unit);
  return (
    <>
      Half of the {formatNumber(bids.clicks, 0)} valid clicks of the last 7 days cost at most {price(bids.p50)}, a
      quarter at most {price(bids.p25)}, three quarters at most {price(bids.p75)}.
      {bids.share_at_bid != null && ` Your bid is at or above ${formatNumber(bids.share_at_bid, 0)} % of them.`}
    </>
  );
}

/** How many shows a day the ads of a group could have, and how a bid stands among what clicks of its audience cost. */
export function GroupGuide({
  group,
  bid,
  formats,
}: {
  group: number;
  bid: number | null;
  /** Those of the ad that is being made, of which alone it is told; else of the ads that the group has. */
  formats?: readonly NativeFormat[];
}) {
  const [asked] = useDebouncedValue(bid, PAUSE_MS);
  const { data } = useQuery({
    ...estimateAdGroupReachOptions({
      path: { id: group },
      query: { ...(asked ? { bid: asked } : {}), ...(formats?.length ? { formats: [...formats] } : {}) },
    }),
    select: dataOf,
    placeholderData: keepPreviousData,
    // A bid that cannot be one is said at its field.
    retry: false,
  });
  if (!data) return null;
  return (
    <p className="s12 t2" role="status">
      {data.text} <BidGuide bids={data.bids} />
    </p>
  );
}

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dataOf, estimatePushReachOptions, getPushCampaignHealthOptions } from '~/api/queries';
import type { PushReachForm } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatMoney, formatNumber, plural } from '~/lib/format';
import { costADay } from './push-values';

/** Between the last change of an audience and the question. */
const PAUSE_MS = 400;

function useReach(audience: PushReachForm) {
  const [asked] = useDebouncedValue(audience, PAUSE_MS);
  return useQuery({
    ...estimatePushReachOptions({ body: asked }),
    select: dataOf,
    placeholderData: keepPreviousData,
  });
}

/** How many subscribers an audience has, and how many of them can get a notification today. */
export function PushReach({ audience }: { audience: PushReachForm }) {
  const { data, isError } = useReach(audience);
  if (!data) return <span role="status">{isError ? 'It cannot be counted just now.' : 'Counting…'}</span>;
  return (
    <span role="status">
      {data.is_estimate && 'About '}
      {plural(data.subscribers, 'subscriber')}
      {data.subscribers > 0 && `, ${formatNumber(data.due_today)} due today`}
    </span>
  );
}

/**
 * About what an ad would cost in a day if everybody whom it fits got it as often as their site and its campaign allow: at the
 * rate at which its campaign is clicked. Cards on pages are not in it.
 */
export function PushCost({
  campaign: { uuid, daily_money_limit: limit },
  audience,
  bid,
}: {
  campaign: { uuid: string; daily_money_limit?: number | null };
  audience: PushReachForm;
  /** Dollars a click. */
  bid: number;
}) {
  const unit = useUnit();
  const reach = useReach(audience).data;
  const health = useQuery({ ...getPushCampaignHealthOptions({ path: { uuid } }), select: dataOf }).data;
  const engagement = health?.engagement ?? health?.usual_engagement;
  if (!reach || !health) return '–';
  if (typeof engagement !== 'number') return 'Known once some of it was shown';
  const cost = costADay({ pushes: reach.pushes_a_day, engagement, bid, limit });
  return `${formatMoney(cost, unit)} for ${plural(reach.pushes_a_day, 'notification')}`;
}

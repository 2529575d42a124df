import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { dataOf, estimatePushReachOptions, getPushCampaignHealthOptions } from '~/api/queries';
import type { PushReachForm } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatMoney, formatNumber, plural } from '~/lib/format';
import { Skeleton } from '~/ui/states';
import { costADay } from '../push-values';
import facts from './push-health.module.css';

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

/** From all whom an audience has to those who can get a notification today: how many are left at each step. */
export function PushReachSteps({ audience }: { audience: PushReachForm }) {
  const { data, isError } = useReach(audience);
  if (!data) {
    return (
      <div className={facts.body}>
        {isError ? <p role="status">It cannot be counted just now.</p> : <Skeleton height={96} />}
      </div>
    );
  }
  const about = (count: number) => `${data.is_estimate && count > 0 ? 'About ' : ''}${formatNumber(count)}`;
  return (
    <div className={facts.body}>
      <dl className={facts.facts}>
        <dt>By this targeting</dt>
        <dd className="num">{about(data.subscribers)}</dd>
        <dt>In their daytime before midnight, UTC</dt>
        <dd className="num">{about(data.in_daytime)}</dd>
        <dt>Not yet sent all that their site allows a day</dt>
        <dd className="num">{about(data.under_daily_cap)}</dd>
        <dt>Due today</dt>
        <dd className="num">{about(data.due_today)}</dd>
      </dl>
      <p className="t2">
        Which ad each of them gets is decided as its notification is sent: by bids, by clicks, and by how often one
        person may get an ad of the campaign.
      </p>
    </div>
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

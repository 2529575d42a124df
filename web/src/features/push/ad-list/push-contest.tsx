import { useQuery } from '@tanstack/react-query';
import { listPushAdsOptions } from '~/api/queries';
import { CampaignStatus } from '~/api/words';
import { resolvePeriod } from '~/lib/period';
import { useHour } from '~/ui/use-now';
import { Contest } from '../../ads/contest/contest';
import { useChanges } from '../../list/use-changes';
import { PUSH_ADS } from '../api';

/** Ads that are compared at once. */
const ADS_MAX = 50;
/** How often the test is asked for, in milliseconds. */
const EVERY_MS = 60_000;

/** Which of a campaign's running push ads is the best one. Nothing where fewer than two run. */
export function PushContest({ campaign }: { campaign: string }) {
  const range = resolvePeriod('7d', useHour());
  const { act, isPending } = useChanges(PUSH_ADS);
  const answer = useQuery({
    ...listPushAdsOptions({
      path: { uuid: campaign },
      query: {
        limit: ADS_MAX,
        order_by: 'impressions',
        order_direction: 'desc',
        statuses: [CampaignStatus.Started],
        ...(range ? { stats_from: range.from, stats_to: range.to } : {}),
      },
    }),
    refetchInterval: EVERY_MS,
  });
  const ads = answer.data?.data ?? [];
  if (ads.length < 2) return null;
  return (
    <Contest
      period="last 7 days"
      busy={isPending}
      ads={ads.map(({ uuid, id, title, icon, statistic }) => {
        const clicks = statistic?.clicks ?? 0;
        return {
          id: uuid,
          number: id,
          name: title,
          thumb: icon?.url ?? null,
          shows: statistic?.impressions ?? 0,
          clicks,
          // The call tells the share alone.
          leads: typeof statistic?.cr === 'number' ? Math.round((statistic.cr * clicks) / 100) : null,
        };
      })}
      onStop={(ids) =>
        act(
          'Stop',
          PUSH_ADS.wish.stop,
          ads.filter(({ uuid }) => ids.includes(uuid)),
        )
      }
    />
  );
}

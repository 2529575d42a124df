import { useQuery } from '@tanstack/react-query';
import { listAdsOptions } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { AdStatus } from '~/api/words';
import { useChanges } from '../../list/use-changes';
import { ADS } from '../api';
import { thumbOf } from '../pictures/thumb';
import { Contest } from './contest';
import { useTestDays } from './test-days';

/** Ads that are compared at once. */
const ADS_MAX = 50;
/** How often the test is asked for, in milliseconds. */
const EVERY_MS = 60_000;

const numberOf = (ad: Ad, key: 'shows_count' | 'clicks_count' | 'lead') => Number(ad.statistic?.[key] ?? 0);

/** Which of a group's running ads is the best one. Nothing where fewer than two run. */
export function GroupContest({ group }: { group: number }) {
  const { range, words } = useTestDays();
  const { act, isPending } = useChanges(ADS);
  const answer = useQuery({
    ...listAdsOptions({
      path: { group_id: group },
      query: {
        page: 1,
        count: ADS_MAX,
        order_by: 'shows_count',
        order_direction: 'desc',
        is_show_stats: 1,
        filters: { date_from: range.from, date_to: range.to, status: [AdStatus.Launched] },
      },
    }),
    refetchInterval: EVERY_MS,
  });
  const ads = answer.data?.data ?? [];
  if (ads.length < 2) return null;
  return (
    <Contest
      period={words}
      busy={isPending}
      ads={ads.map((ad) => ({
        id: String(ad.id),
        number: ad.id,
        name: ad.title,
        thumb: thumbOf(ad),
        shows: numberOf(ad, 'shows_count'),
        clicks: numberOf(ad, 'clicks_count'),
        leads: numberOf(ad, 'lead'),
      }))}
      onStop={(ids) =>
        act(
          'Stop',
          ADS.wish.stop,
          ads.filter(({ id }) => ids.includes(String(id))),
        )
      }
    />
  );
}

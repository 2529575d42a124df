import { IconStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { dataOf, listAdTestsOptions } from '~/api/queries';
import type { AdGroup } from '~/api/sdk';
import { formatNumber, plural } from '~/lib/format';
import { leadOf, SURE, surePercent, TRIES_MIN } from '~/lib/interval';
import { None } from '~/ui/marks';
import { Skeleton } from '~/ui/states';
import styles from './group-test.module.css';
import { useTestDays } from './test-days';

/** How often the tests are asked for, in milliseconds. */
const EVERY_MS = 60_000;

const percent = (share: number) => formatNumber(share * 100, 2);

/** Which running ad of a group leads and how sure that is: the way to its ads, where the others are stopped. */
export function GroupTest({ group }: { group: Pick<AdGroup, 'id' | 'campaign_id' | 'ad_started_count'> }) {
  const { period, range, words } = useTestDays();
  // One answer for all groups of the campaign.
  const { data, isPending } = useQuery({
    ...listAdTestsOptions({
      path: { id: group.campaign_id },
      query: { date_from: range.from, date_to: range.to },
    }),
    select: dataOf,
    refetchInterval: EVERY_MS,
  });
  const test = data?.find(({ group_id: id }) => id === group.id);
  const ads = test?.ads;
  // A row is drawn far more often than its figures change.
  const lead = useMemo(
    () =>
      ads
        ? leadOf(ads.map(({ id, shows, clicks }) => ({ id: String(id), tries: shows, hits: Math.min(shows, clicks) })))
        : null,
    [ads],
  );
  if (isPending) return <Skeleton width={120} height={12} />;
  if (!data) return <span className="t3">Did not load</span>;
  // Only those that were shown are answered: two that run may still come.
  if (!ads && group.ad_started_count < 2) return <None />;
  const link = {
    to: '/advertiser/campaigns/$campaignId/groups/$groupId/medias',
    params: { campaignId: String(group.campaign_id), groupId: String(group.id) },
    search: period === undefined ? {} : { period },
  } as const;
  if (test?.is_left_out) {
    return (
      <Link {...link} className="quiet t2" title="Other groups of the campaign have too many already.">
        Too many ads to compare here
      </Link>
    );
  }
  if (!lead) {
    return (
      <Link
        {...link}
        className="quiet t2"
        title={`It begins once two ads had ${formatNumber(TRIES_MIN)} shows, ${words}.`}
      >
        Too early
      </Link>
    );
  }
  const { first, beatsNext, losers } = lead;
  const name = ads?.find(({ id }) => String(id) === first.id)?.title ?? first.id;
  const stop = losers > 0 ? ` ${plural(losers, 'loser')} can be stopped there.` : '';
  return (
    <span className={styles.lead}>
      <Link {...link} className="row quiet" title={`${name}, ${words}.${stop}`}>
        {beatsNext >= SURE && <IconStar size={14} aria-hidden />}
        <span className="ell">{name}</span>
      </Link>
      <span className="s12 t2 num">
        <span className="vh">CTR </span>
        {percent(first.rate)} % ({percent(first.low)} to {percent(first.high)}),{' '}
        {formatNumber(surePercent(beatsNext), 1)} % sure
      </span>
    </span>
  );
}

import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listPushAdsOptions } from '~/api/queries';
import type { PushAd, PushCampaign, PushReach } from '~/api/sdk';
import { CAMPAIGN_STATUS_RUNNING } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatNumber, formatPercent, formatPrice, plural } from '~/lib/format';
import { contestOf, type Standing, SURE, scaleOf, surePercent, TRIES_MIN } from '~/lib/interval';
import { paths } from '~/lib/paths';
import { type DayRange, formatRange } from '~/lib/period';
import { buttonClass } from '~/ui/button';
import { Segmented } from '~/ui/controls';
import { Interval } from '~/ui/interval';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { useChanges } from '../../list/use-changes';
import { WishStatus, WishSwitch } from '../../list/wish';
import { StatusOfAd } from '../ad-list/push-ad-status';
import { PUSH_ADS } from '../api';
import { SYSTEMS, type SystemName } from '../notification/notification';
import { NotificationCard } from '../notification/notification-card';
import styles from './push-opened.module.css';

/** Ads that stand beside each other; the page of the campaign has all. */
const SHOWN = 12;

/** Ads that are looked at, those with the most shows: of them the ones that run are compared. */
const COMPARED_MAX = 50;

const AS = ['android', 'windows', 'macos'] as const satisfies readonly SystemName[];

/** From all whom a campaign is for to those who can get a notification today. */
function ReachStrip({ reach }: { reach: PushReach }) {
  const steps = [
    ['By this targeting', reach.subscribers],
    ['In their daytime today', reach.in_daytime],
    ['Under their daily cap', reach.under_daily_cap],
    ['Due today', reach.due_today],
  ] as const;
  return (
    <dl className={styles.reach}>
      {steps.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">
            {reach.is_estimate && count > 0 && 'About '}
            {formatNumber(count)}
          </dd>
          <dd className={styles.bar}>
            <i style={{ width: `${reach.subscribers > 0 ? (count / reach.subscribers) * 100 : 0}%` }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Only ads that run are compared: what is off, or paused, has nothing to be stopped. */
const isCompared = (ad: PushAd): boolean => PUSH_ADS.wish.isOn(ad) && CAMPAIGN_STATUS_RUNNING.includes(ad.status_id);

/** How an ad that runs stands against the others, in a sentence. */
function standingText(one: Standing | undefined, at: number, of: number): string {
  if (!one) return `Too early: it is compared from ${plural(TRIES_MIN, 'show')} on.`;
  if (of < 2) return 'Nothing to compare it with yet.';
  const sure = `${formatNumber(surePercent(one.best), 1)} %`;
  if (at === 0) return one.best >= SURE ? `The best ad, ${sure} sure.` : `Ahead, ${sure} sure: not enough yet.`;
  return one.loses ? `Loses: ${sure} to be the best. Stop it.` : `Behind, ${sure} to be the best.`;
}

/** Below a push campaign of the list: whom it reaches, and its ads beside each other. */
export function PushOpened({ campaign, range }: { campaign: PushCampaign; range: DayRange }) {
  const unit = useUnit();
  const [system, setSystem] = useState<SystemName>('android');
  const { act } = useChanges(PUSH_ADS);
  const { data, isError, error, refetch } = useQuery({
    ...listPushAdsOptions({
      path: { uuid: campaign.uuid },
      query: {
        limit: COMPARED_MAX,
        order_by: 'impressions',
        order_direction: 'desc',
        stats_from: range.from,
        stats_to: range.to,
      },
    }),
  });
  if (isError && !data) {
    return <ErrorPanel title="The ads did not load" error={error} onRetry={() => void refetch()} />;
  }
  const found = data?.data ?? [];
  // Where not all have room, those that run come first.
  const ads =
    found.length <= SHOWN
      ? found
      : found.toSorted((a, b) => Number(isCompared(b)) - Number(isCompared(a))).slice(0, SHOWN);
  const total = data?.pagination.total ?? 0;
  const triesOf = ({ uuid: id, statistic }: PushAd) => {
    const tries = statistic?.impressions ?? 0;
    return { id, tries, hits: Math.min(tries, statistic?.clicks ?? 0) };
  };
  const { standings } = contestOf(found.filter(isCompared).map(triesOf));
  const scale = scaleOf(standings);
  return (
    <section className={styles.opened} aria-label={`Ads of ${campaign.name}`}>
      {campaign.reach && <ReachStrip reach={campaign.reach} />}
      <div className={styles.head}>
        <p className="s13">
          <b>{data ? plural(total, 'ad') : 'Ads'}</b>{' '}
          <span className="t2">
            with figures of {formatRange(range)}
            {total > found.length && data && `; the ${found.length} most shown are compared`}
          </span>
        </p>
        <div className="row wrap">
          <Segmented<SystemName>
            label="Preview as"
            value={system}
            onChange={setSystem}
            options={AS.map((value) => ({ value, label: SYSTEMS[value].label.split(',')[0] ?? value }))}
          />
          {total > ads.length && (
            <Link {...paths.pushMedias(campaign.uuid)} className={buttonClass({ size: 'sm' })}>
              All {formatNumber(total)}
            </Link>
          )}
          <Link {...paths.pushMediaCreate(campaign.uuid)} className={buttonClass({ size: 'sm' })}>
            <IconPlus size={14} aria-hidden />
            Add an ad
          </Link>
        </div>
      </div>
      {!data && <Skeleton height={220} radius={8} />}
      {data && ads.length === 0 && <p className="s13 t2">It has no ad yet.</p>}
      <ul className={styles.ads}>
        {ads.map((ad) => {
          const at = standings.findIndex(({ id }) => id === ad.uuid);
          const standing = standings[at];
          const { impressions, clicks, ctr } = ad.statistic ?? {};
          return (
            <li key={ad.uuid} className={styles.ad}>
              <div className="row">
                <WishSwitch of={PUSH_ADS} row={ad} act={act} />
                <WishStatus of={PUSH_ADS} row={ad}>
                  <StatusOfAd ad={ad} />
                </WishStatus>
                <span className="grow" />
                <Link
                  {...paths.pushMediaEdit(campaign.uuid, ad.uuid)}
                  className="mono quiet s12 t3"
                  aria-label={`Edit ${ad.title}`}
                >
                  {ad.id}
                </Link>
              </div>
              <div className={styles.stage}>
                <NotificationCard
                  system={system}
                  notification={{
                    title: ad.title,
                    body: ad.body,
                    icon: ad.icon?.url ?? null,
                    image: ad.image?.url ?? null,
                    buttons: ad.buttons.map(({ title }) => title),
                  }}
                />
              </div>
              <dl className={styles.figures}>
                <div>
                  <dt>Shows</dt>
                  <dd>{formatNumber(impressions)}</dd>
                </div>
                <div>
                  <dt>Clicks</dt>
                  <dd>{formatNumber(clicks)}</dd>
                </div>
                <div>
                  <dt>CTR</dt>
                  <dd>{formatPercent(ctr)}</dd>
                </div>
                <div>
                  <dt>Bid</dt>
                  <dd>{formatPrice(ad.bid, unit)}</dd>
                </div>
              </dl>
              {standing && (
                <Interval
                  interval={standing}
                  scale={scale}
                  label={`CTR between ${formatPercent(standing.low * 100)} and ${formatPercent(standing.high * 100)}`}
                />
              )}
              <p className={standing?.loses ? 's13 down' : 's13 t2'}>
                {isCompared(ad) ? standingText(standing, at, standings.length) : 'It does not run: it is not compared.'}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

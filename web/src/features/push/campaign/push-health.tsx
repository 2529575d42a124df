import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf, getPushCampaignHealthOptions } from '~/api/queries';
import type { PushCampaignAdvice, PushCampaignHealth } from '~/api/sdk';
import { PUSH_CAMPAIGN_HEALTH_STATE_LABELS } from '~/api/words';
import { formatNumber, formatPercent, plural } from '~/lib/format';
import { type PageLink, paths } from '~/lib/paths';
import { Badge, None, type Tone } from '~/ui/marks';
import { Skeleton } from '~/ui/states';
import styles from '../../campaigns/page/campaign.module.css';
import own from './push-health.module.css';

const TONES: Readonly<Record<PushCampaignHealth['state'], Tone>> = {
  unknown: 'idle',
  good: 'ok',
  low: 'warn',
  held_back: 'bad',
};

const rate = (value: number | null | undefined) => (typeof value === 'number' ? formatPercent(value, 2) : <None />);

/** What follows from it, in words. */
function consequence({ state, of_all_ads, turns_percent, held_back_below }: PushCampaignHealth): string {
  const limit = formatPercent(held_back_below, 2);
  switch (state) {
    case 'held_back':
      return `Fewer than about ${limit} of ${of_all_ads ? 'your' : 'its'} notifications are clicked, so it takes ${formatNumber(turns_percent)} of 100 turns: browsers take the permission of sites whose notifications nobody wants. It gets more turns as more people click.`;
    case 'low':
      return `It takes all of its turns. Below about ${limit} it would take fewer.`;
    case 'good':
      return 'It takes all of its turns.';
    default:
      return 'It takes all of its turns. Nothing is concluded from few notifications; sites with fewer than three other advertisers are left out.';
  }
}

const wayOf = ({ field }: PushCampaignAdvice, campaign: string): { label: string; link: PageLink } =>
  field === 'ads'
    ? { label: 'To the ads', link: paths.pushMedias(campaign) }
    : { label: 'Edit the campaign', link: paths.pushEdit(campaign) };

/** Whose notifications the figures are of. */
const basis = ({ of_all_ads }: PushCampaignHealth) =>
  of_all_ads
    ? 'Little was shown yet of the ads of this campaign that run. Until then all your ads on its sites count, stopped ones, too.'
    : 'The ads that run count. Those that are stopped do not, from the next count on, some minutes later.';

/** How many click what is shown of a push campaign, against others, and what to do. */
export function HealthFacts({ health, campaign }: { health: PushCampaignHealth; campaign: string }) {
  return (
    <div className={own.body}>
      <div>
        <Badge tone={TONES[health.state]} soft>
          {PUSH_CAMPAIGN_HEALTH_STATE_LABELS[health.state]}
        </Badge>
      </div>
      <dl className={own.facts}>
        <dt>Clicked, of {plural(health.shown, 'notification')} in 28 days</dt>
        <dd className="num">{rate(health.engagement)}</dd>
        <dt>Others on the same sites</dt>
        <dd className="num">{rate(health.usual_engagement)}</dd>
      </dl>
      <p className="t2">{consequence(health)}</p>
      {health.state !== 'unknown' && <p className="t2">{basis(health)}</p>}
      {health.advice.length > 0 && (
        <ul className={own.advice}>
          {health.advice.map((advice) => {
            const { label: way, link } = wayOf(advice, campaign);
            return (
              <li key={advice.field}>
                <b>{advice.title}</b>
                <p className="t2">{advice.text}</p>
                <Link className="link" {...link}>
                  {way}
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** The panel of a push campaign's page that tells whether people want its notifications. */
export function PushHealthPanel({ campaign }: { campaign: string }) {
  const { data, isError } = useQuery({
    ...getPushCampaignHealthOptions({ path: { uuid: campaign } }),
    select: dataOf,
  });
  return (
    <section className={styles.blockers} aria-labelledby="engagement">
      <h2 id="engagement">Engagement</h2>
      {data ? (
        <HealthFacts health={data} campaign={campaign} />
      ) : (
        <div className={own.body}>{isError ? <p role="status">It did not load.</p> : <Skeleton height={96} />}</div>
      )}
    </section>
  );
}

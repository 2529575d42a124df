import type { Campaign } from '~/api/sdk';
import { PACING_LABELS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import { Bar } from '~/ui/marks';
import { useIpFeature } from '../../targeting/ip-feature';
import { useTargetingNames } from '../../targeting/names';
import { campaignValues, reachBody } from '../campaign-values';
import { Reach } from '../reach/reach';
import styles from './campaign.module.css';
import { targetingFacts } from './targeting-facts';

/** What is spent of a limit, beside it. */
export function Limit({ name, spent, limit }: { name: string; spent: number; limit: number | null | undefined }) {
  const unit = useUnit();
  return (
    <>
      <dt>{name}</dt>
      <dd className={styles.money}>
        <span className="num">
          <b className="b">{formatMoney(spent, unit)}</b>
          {typeof limit !== 'number' ? <span className="t3">, no limit</span> : ` of ${formatMoney(limit, unit)}`}
        </span>
        {typeof limit === 'number' && (
          <Bar share={limit > 0 ? spent / limit : 1} label={`${Math.round((spent / (limit || 1)) * 100)} % spent`} />
        )}
      </dd>
    </>
  );
}

/** What a campaign may spend, whom it is for, how many shows they have and what their clicks cost. */
export function CampaignSettings({ campaign }: { campaign: Campaign }) {
  const names = useTargetingNames(campaign);
  const withRanges = useIpFeature();
  return (
    <section className={styles.blockers} aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <dl className={styles.facts}>
        <Limit name="Today" spent={campaign.spent_today} limit={campaign.daily_money_limit} />
        <Limit name="In all" spent={campaign.spent_total} limit={campaign.total_money_limit} />
        <dt>Reach and bids</dt>
        <dd>
          <Reach audience={reachBody(campaignValues(campaign), withRanges, campaign)} />
        </dd>
        <dt>Pacing</dt>
        <dd>{PACING_LABELS[campaign.pacing]}</dd>
        {targetingFacts(campaign, names).map((fact) => (
          <div key={fact.key} style={{ display: 'contents' }}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
        <dt>Id</dt>
        <dd className="mono">{campaign.id}</dd>
      </dl>
    </section>
  );
}

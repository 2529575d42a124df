import type { SourceStats } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatMoney, formatNumber, formatPercent, plural } from '~/lib/format';
import { Figures } from '~/ui/figures';
import styles from './sources.module.css';

/** What is to be known first. */
export function SourcesVerdict({ stats }: { stats: SourceStats | undefined }) {
  const unit = useUnit();
  if (!stats) return null;
  const { campaign, dearer } = stats.total;
  const count = stats.counts_by_view.dearer ?? 0;
  const words =
    campaign.cpl === null
      ? 'No lead is known of these days, so nothing can be said of what a source costs. Leads come with postbacks.'
      : count === 0
        ? `A lead costs ${formatMoney(campaign.cpl, unit)} here. No source is surely dearer than that.`
        : `A lead costs ${formatMoney(campaign.cpl, unit)} here. ${plural(count, 'source is', 'sources are')} surely dearer: ${formatMoney(dearer.money, unit)} went there for ${plural(dearer.lead, 'lead')}.`;
  return <p className={styles.verdict}>{words}</p>;
}

/** What all of it is, over some days. */
export function SourceFigures({ stats, days }: { stats: SourceStats | undefined; days: string }) {
  const unit = useUnit();
  if (!stats) return <Figures label="Sources" figures={undefined} count={5} />;
  const { total } = stats;
  const { campaign, mean, dearer } = total;
  const clicks = campaign.invalid_clicks_count + campaign.clicks_count;
  const bound = (multiple: number | null) =>
    multiple === null || campaign.cpl === null ? null : formatMoney(campaign.cpl * multiple, unit);
  return (
    <Figures
      label={`Sources, ${days}`}
      figures={[
        {
          key: 'spent',
          label: `Spent, ${days}`,
          value: formatMoney(campaign.money, unit),
          note: `at ${plural(total.seen_count, 'source')}`,
        },
        {
          key: 'mean',
          label: "The campaign's mean",
          value: formatMoney(campaign.cpl, unit),
          note:
            campaign.cpl === null
              ? 'a lead; there is none yet'
              : `a lead, ${bound(mean.low) ?? ''} to ${bound(mean.high) ?? ''} to be 95 % sure`,
        },
        {
          key: 'dearer',
          label: 'Surely dearer',
          value: formatNumber(stats.counts_by_view.dearer ?? 0),
          note: `${formatMoney(dearer.money, unit)} for ${plural(dearer.lead, 'lead')}`,
        },
        {
          key: 'invalid',
          label: 'Invalid clicks',
          value: formatPercent(clicks > 0 ? (campaign.invalid_clicks_count / clicks) * 100 : null, 1),
          note: `${plural(campaign.invalid_clicks_count, 'click')}, not charged`,
        },
        {
          key: 'blocked',
          label: 'Blocked here',
          value: formatNumber(total.blocked_count),
          note: `of ${formatNumber(total.listed_max)} entries, ${formatNumber(total.by_rules_count)} by rules`,
        },
      ]}
    />
  );
}

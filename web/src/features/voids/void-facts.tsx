import type { VoidChoice, VoidPreview } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatDay, formatMoney, formatNumber, plural } from '~/lib/format';
import { FactList } from '~/ui/form';

/** What taking clicks back would mean. */
export function VoidFacts({ choice, preview }: { choice: VoidChoice; preview: VoidPreview }) {
  const unit = useUnit();
  return (
    <FactList
      facts={[
        ['Billed clicks', formatNumber(preview.clicks)],
        ['Goes back', `${formatMoney(preview.cost, unit)} to ${plural(preview.advertisers, 'advertiser')}`],
        ['Is taken', `${formatMoney(preview.earning, unit)} from ${plural(preview.webmasters, 'webmaster')}`],
        ...(choice.date_from && choice.date_to
          ? [['Days', `${formatDay(choice.date_from)} to ${formatDay(choice.date_to)}`] as const]
          : []),
        ...(preview.left_out > 0
          ? [['Left out', `${plural(preview.left_out, 'click')} that cost nothing`] as const]
          : []),
      ]}
    />
  );
}

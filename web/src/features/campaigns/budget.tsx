import type { Campaign } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatLimit, unitSymbol } from '~/lib/format';
import { AmountEdit } from '~/ui/amount-edit';
import { Bar } from '~/ui/marks';
import { toast } from '~/ui/toast';
import { useSaveLimits } from './api';

/** Lowest limit that the server takes, in dollars. */
const MIN_LIMIT = 1;

/** What is spent of the daily limit, as a bar with the limit beside; the limit is changed by a click. */
export function Budget({ campaign }: { campaign: Campaign }) {
  const unit = useUnit();
  const save = useSaveLimits(campaign);
  const limit = campaign.daily_money_limit ?? null;
  const onSave = async (value: number | null) => {
    await save({ daily_money_limit: value });
    toast(
      value === null ? 'Daily limit taken off' : `Daily limit is ${formatLimit(value, unit)} ${unitSymbol(unit)} now`,
    );
  };
  return (
    <span className="row" style={{ minWidth: 120 }}>
      {limit !== null && (
        <span className="grow" style={{ minWidth: 44 }}>
          <Bar
            share={limit > 0 ? campaign.spent_today / limit : 1}
            label={`${Math.round((campaign.spent_today / (limit || 1)) * 100)} % of the daily limit spent`}
          />
        </span>
      )}
      <AmountEdit
        label="Daily limit"
        name={campaign.name}
        value={limit}
        unit={unit}
        decimals={2}
        step={10}
        minimum={MIN_LIMIT}
        optional
        onSave={onSave}
      >
        {limit === null ? (
          <span className="t3">No limit</span>
        ) : (
          <span className="t2 num">{formatLimit(limit, unit)}</span>
        )}
      </AmountEdit>
    </span>
  );
}

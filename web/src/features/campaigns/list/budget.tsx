import { useUnit } from '~/app/queries';
import { formatLimit, formatMoney } from '~/lib/format';
import { AmountEdit, ChangedMeanwhile, type Save } from '~/ui/amount-edit';
import { Bar } from '~/ui/marks';
import { toast, toastError } from '~/ui/toast';
import { stays } from '../../list/change';
import { useSite } from '../../public/site';
import { type Limited, useSaveLimits } from '../api';
import { limitBounds } from '../limit-bounds';

/** What is spent of the daily limit, as a bar with the limit beside; the limit is changed by a click. */
export function Budget({ campaign }: { campaign: Limited }) {
  const unit = useUnit();
  const save = useSaveLimits();
  const { min } = limitBounds(useSite());
  const limit = campaign.daily_money_limit ?? null;
  const text = (value: number) => formatMoney(value, unit);
  const told = (value: number | null, undo?: () => void) =>
    toast(value === null ? 'Daily limit taken off' : `Daily limit is ${text(value)} now`, { undo });
  const backTo = (before: Limited, given: number | null) => {
    const limit = before.daily_money_limit ?? null;
    const standing = { ...before, daily_money_limit: given };
    return save(standing, { daily_money_limit: limit }, () => stays('limit')).then(
      () => void told(limit),
      (error: unknown) => void toastError('The daily limit was not given back', error),
    );
  };
  const saveOf =
    (seen: Limited): Save =>
    async (value) => {
      await save(seen, { daily_money_limit: value }, (now) => {
        const other = now.daily_money_limit;
        return new ChangedMeanwhile(typeof other === 'number' ? text(other) : 'without a limit', saveOf(now));
      });
      told(value, () => void backTo(seen, value));
    };
  return (
    <span className="row" style={{ minWidth: 104 }}>
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
        minimum={min}
        optional
        onSave={saveOf(campaign)}
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

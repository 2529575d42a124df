import type { Stop, StopAhead, StopObject } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import { toast, toastError } from '~/ui/toast';
import { linkCheck } from '../../ads/landing/link-check';
import { stays } from '../../list/change';
import type { Things } from '../../list/spec';
import { useChanges } from '../../list/use-changes';
import { type Limited, useSaveLimits } from '../api';
import { Fix, type Mend } from './delivery';

/** Ads as stops name them. */
const NAMED_ADS: Things<StopObject> = { noun: ['ad', 'ads'], rowName: ({ name }) => name, told: ['listAds', 'getAd'] };

/** Has the landing pages looked at that stop ads, of those that are named. */
export function useCheckAgain() {
  const { act } = useChanges(NAMED_ADS);
  return ({ code, of, of_count: all }: Stop) =>
    code === 'dead_link' &&
    of.length > 0 && {
      label: all > of.length ? `Check ${of.length} of ${all} again` : 'Check again',
      run: () => act('Check', linkCheck<StopObject>(), of),
    };
}

/** Raises the limit that will be spent today to what is enough; of the balance, the way to pay in. */
export function useRaise(campaign: Limited, change: Mend) {
  const unit = useUnit();
  const save = useSaveLimits();
  return ({ code, enough }: StopAhead) => {
    if (code === 'no_balance') return <Fix mend={{ label: 'Top up', link: { to: '/advertiser/finance' } }} />;
    const isDaily = code === 'daily_limit';
    const words = isDaily ? 'Daily limit' : 'Total limit';
    const limits = (value: number | null) => (isDaily ? { daily_money_limit: value } : { total_money_limit: value });
    const to = formatMoney(enough, unit);
    const before = (isDaily ? campaign.daily_money_limit : campaign.total_money_limit) ?? null;
    const undo = () =>
      void save({ ...campaign, ...limits(enough) }, limits(before), () => stays('limit')).catch(
        (error: unknown) => void toastError(`The ${words.toLowerCase()} was not given back`, error),
      );
    const run = () =>
      void save(campaign, limits(enough), () => stays('limit')).then(
        () => void toast(`${words} is ${to} now`, { undo }),
        (error: unknown) => void toastError(`The ${words.toLowerCase()} was not raised`, error),
      );
    return <Fix press={{ label: `Raise to ${to}`, run }} mend={change} />;
  };
}

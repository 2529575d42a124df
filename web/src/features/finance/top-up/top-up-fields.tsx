import type { AdvertiserBalance } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import type { Amount } from '~/lib/amount';
import { formatMoney } from '~/lib/format';
import { lasting } from '../balance/forecast';
import styles from '../top-up.module.css';
import type { Way } from './ways-to-pay';

/** Amounts to choose at once, in dollars. */
const QUICK = [100, 500, 1_000, 2_500, 5_000] as const;

/** How long dollars last at the pace of the last days, in words; empty where nothing was spent. */
export const lastingText = (dollars: number, balance: AdvertiserBalance | undefined): string =>
  balance && dollars > 0 ? lasting(dollars, balance.spent_week) : '';

/** Usual amounts, chosen by a press, with how long each lasts. */
export function QuickAmounts({
  chosen,
  balance,
  onChoose,
}: {
  chosen: Amount;
  balance: AdvertiserBalance | undefined;
  onChoose(dollars: number): void;
}) {
  const unit = useUnit();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div className={styles.quick} role="group" aria-label="Amounts to choose">
      {QUICK.map((quick) => (
        <button key={quick} type="button" aria-pressed={quick === chosen} onClick={() => onChoose(quick)}>
          {formatMoney(quick, unit, 0)}
          {lastingText(quick, balance) && <small>+ {lastingText(quick, balance)}</small>}
        </button>
      ))}
    </div>
  );
}

/** The ways to pay in, with what each takes. */
export function Ways({
  ways,
  chosen,
  hint,
  onChoose,
}: {
  ways: readonly Way[];
  chosen: Way | undefined;
  /** What describes them, by its id. */
  hint: string;
  onChoose(key: string): void;
}) {
  return (
    <fieldset className={styles.ways} aria-describedby={hint}>
      <legend>How</legend>
      {ways.map((way) => (
        <label key={way.key}>
          <input
            type="radio"
            name="way"
            value={way.key}
            checked={way.key === chosen?.key}
            onChange={() => onChoose(way.key)}
          />
          <b>{way.name}</b>
          <span className="t2">{way.time || 'Time: see its page'}</span>
          <span className="t2">{way.fee || 'No fee'}</span>
        </label>
      ))}
    </fieldset>
  );
}

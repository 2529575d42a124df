import { IconAlertTriangle, IconWorld } from '@tabler/icons-react';
import { useUnit } from '~/app/queries';
import type { Amount } from '~/lib/amount';
import { formatPrice } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { FieldError } from '~/ui/form';
import { Empty } from '~/ui/states';
import { AmountLine, type CountryAmount, CountryAmounts, useCountries } from '../../targeting/country-amounts';
import { useBidDecimals } from '../../targeting/lists';
import styles from './country-bids.module.css';

/** A bid so many times the lowest other one is asked about: a point was perhaps forgotten. */
const HIGH_TIMES = 5;

/** A bid for each country; where none is given the ad is not shown. */
export function CountryBids({
  value,
  onChange,
  others,
  onOthers,
  minimum,
  errors,
}: {
  value: readonly CountryAmount[];
  onChange(bids: CountryAmount[]): void;
  /** The bid in all other countries; empty: not shown there. */
  others: Amount;
  onOthers(bid: Amount): void;
  /** The least bid in a country, in dollars. */
  minimum(code: string): number;
  errors: Record<string, string | undefined>;
}) {
  const unit = useUnit();
  const decimals = useBidDecimals();
  const { nameOf } = useCountries();
  const lowest = Math.min(...value.map((bid) => Number(bid.bid)).filter((bid) => bid > 0));
  const high = value.filter((bid) => Number(bid.bid) >= HIGH_TIMES * lowest);
  return (
    <CountryAmounts
      label="Bid in"
      value={value}
      onChange={onChange}
      unit={unit}
      decimals={decimals}
      note={(code) => `from ${formatPrice(minimum(code), unit)}`}
      error={(index) => errors[`bids.${index}.bid`]}
    >
      {value.length === 0 && (
        <Empty small title="No country yet">
          The ad is shown in the countries that have a bid.
        </Empty>
      )}
      {value.length > 0 && (
        <AmountLine>
          <span className="row">
            <IconWorld size={16} aria-hidden />
            <span>All others</span>
          </span>
          <AmountField
            aria-label="Bid in all other countries"
            placeholder="Not shown"
            unit={unit}
            step={0.01}
            decimals={decimals}
            value={others}
            error={errors.bid ?? errors.otherBid}
            onChange={onOthers}
          />
        </AmountLine>
      )}
      <FieldError text={errors.bids} />
      {high.length > 0 && (
        <p className={styles.high}>
          <IconAlertTriangle size={14} aria-hidden />
          {high.map((bid) => nameOf(bid.country_code)).join(', ')}: at least {HIGH_TIMES} times your lowest bid. Check
          that it is meant.
        </p>
      )}
    </CountryAmounts>
  );
}

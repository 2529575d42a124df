import { Select } from '@mantine/core';
import { IconAlertTriangle, IconWorld, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useUnit } from '~/app/queries';
import type { Amount } from '~/lib/amount';
import { formatPrice } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Button } from '~/ui/button';
import { choicesOf } from '~/ui/choices';
import { Flag } from '~/ui/flag';
import { FieldError } from '~/ui/form';
import { Empty } from '~/ui/states';
import { geoQuery } from '../../targeting/geo-tree';
import { useBidDecimals } from '../../targeting/lists';
import type { CountryBid } from '../ad-values';
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
  value: readonly CountryBid[];
  onChange(bids: CountryBid[]): void;
  /** The bid in all other countries; empty: not shown there. */
  others: Amount;
  onOthers(bid: Amount): void;
  /** The least bid in a country, in dollars. */
  minimum(code: string): number;
  errors: Record<string, string | undefined>;
}) {
  const unit = useUnit();
  const decimals = useBidDecimals();
  const places = useQuery(geoQuery({}));
  const countries = choicesOf((places.data ?? []).flatMap((group) => group.children ?? [])).sort((a, b) =>
    a.label.localeCompare(b.label),
  );
  const nameOf = (code: string) => countries.find((country) => country.value === code)?.label ?? code;
  const lowest = Math.min(...value.map((bid) => Number(bid.bid)).filter((bid) => bid > 0));
  const high = value.filter((bid) => Number(bid.bid) >= HIGH_TIMES * lowest);
  return (
    <div className={styles.bids}>
      {value.length === 0 && (
        <Empty small title="No country yet">
          The ad is shown in the countries that have a bid.
        </Empty>
      )}
      {value.map((entry, index) => (
        <div key={entry.country_code} className={styles.line}>
          <span className="row ell">
            <Flag code={entry.country_code} />
            <span className="ell">{nameOf(entry.country_code)}</span>
            <span className={`${styles.from} s12 t3 nw`}>from {formatPrice(minimum(entry.country_code), unit)}</span>
          </span>
          <AmountField
            aria-label={`Bid in ${nameOf(entry.country_code)}`}
            unit={unit}
            step={0.01}
            decimals={decimals}
            value={entry.bid}
            error={errors[`bids.${index}.bid`]}
            onChange={(bid) => onChange(value.map((other, at) => (at === index ? { ...other, bid } : other)))}
          />
          <Button
            variant="ghost"
            icon
            aria-label={`Remove ${nameOf(entry.country_code)}`}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            <IconX size={16} aria-hidden />
          </Button>
        </div>
      ))}
      {value.length > 0 && (
        <div className={styles.line}>
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
        </div>
      )}
      <FieldError text={errors.bids} />
      {high.length > 0 && (
        <p className={styles.high}>
          <IconAlertTriangle size={14} aria-hidden />
          {high.map((bid) => nameOf(bid.country_code)).join(', ')}: at least {HIGH_TIMES} times your lowest bid. Check
          that it is meant.
        </p>
      )}
      <Select
        aria-label="Add a country"
        placeholder="Add a country"
        searchable
        maw={280}
        data={countries.filter((country) => value.every((bid) => bid.country_code !== country.value))}
        value={null}
        onChange={(code) => code && onChange([...value, { country_code: code, bid: value.at(-1)?.bid ?? '' }])}
      />
    </div>
  );
}

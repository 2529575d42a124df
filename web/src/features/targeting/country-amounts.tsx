import { Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Amount } from '~/lib/amount';
import type { CurrencyUnit } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Button } from '~/ui/button';
import { choicesOf } from '~/ui/choices';
import { Flag } from '~/ui/flag';
import styles from './country-amounts.module.css';
import { geoQuery } from './geo-tree';

/** An amount in a country. */
export interface CountryAmount {
  country_code: string;
  bid: Amount;
}

/** The countries of the world by name, as choices, and what one is called. */
export function useCountries() {
  const places = useQuery(geoQuery({}));
  const countries = choicesOf((places.data ?? []).flatMap((group) => group.children ?? [])).sort((a, b) =>
    a.label.localeCompare(b.label),
  );
  const nameOf = (code: string): string => countries.find((country) => country.value === code)?.label ?? code;
  return { countries, nameOf };
}

/** A line of what an amount is for, the amount, and what is done with the line. */
export function AmountLine({ children }: { children: ReactNode }) {
  return <div className={styles.line}>{children}</div>;
}

/** An amount for each of some countries. */
export function CountryAmounts({
  label,
  value,
  onChange,
  unit,
  decimals,
  note,
  error,
  children,
}: {
  /** What the amounts are, before the name of a country. */
  label: string;
  value: readonly CountryAmount[];
  onChange(amounts: CountryAmount[]): void;
  unit: CurrencyUnit;
  decimals: number;
  /** What is said beside the name of a country. */
  note?: (code: string) => ReactNode;
  error?: (index: number) => string | undefined;
  /** What stands between the countries and the choice of further ones. */
  children?: ReactNode;
}) {
  const { countries, nameOf } = useCountries();
  return (
    <div className={styles.amounts}>
      {value.map((entry, index) => (
        <AmountLine key={entry.country_code}>
          <span className="row ell">
            <Flag code={entry.country_code} />
            <span className="ell">{nameOf(entry.country_code)}</span>
            {note && <span className={`${styles.note} s12 t3 nw`}>{note(entry.country_code)}</span>}
          </span>
          <AmountField
            aria-label={`${label} ${nameOf(entry.country_code)}`}
            unit={unit}
            step={0.01}
            decimals={decimals}
            value={entry.bid}
            error={error?.(index)}
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
        </AmountLine>
      ))}
      {children}
      <Select
        aria-label="Add a country"
        placeholder="Add a country"
        searchable
        maw={280}
        data={countries.filter((country) => value.every((entry) => entry.country_code !== country.value))}
        value={null}
        onChange={(code) => code && onChange([...value, { country_code: code, bid: value.at(-1)?.bid ?? '' }])}
      />
    </div>
  );
}

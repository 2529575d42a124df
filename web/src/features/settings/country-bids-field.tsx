import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { CountryAmounts } from '../targeting/country-amounts';
import { useBidDecimals } from '../targeting/lists';
import { countryBidsText, readCountryBids } from './setting-value';

/** The lowest bids by country, a line each. */
export function CountryBidsField({
  label,
  description,
  value,
  onChange,
  error,
}: {
  label: string;
  description: string;
  value: string;
  onChange(value: string): void;
  error?: ReactNode;
}) {
  const decimals = useBidDecimals();
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <CountryAmounts
        label="Lowest bid in"
        value={readCountryBids(value)}
        onChange={(bids) => onChange(countryBidsText(bids))}
        unit="dollar"
        decimals={decimals}
      />
    </Input.Wrapper>
  );
}

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Ad } from '~/api/sdk';
import { useUnit, useUser } from '~/app/queries';
import { type Amount, amountProblem } from '~/lib/amount';
import { formatPrice, plural, unitSymbol } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { openDialog } from '~/ui/dialogs';
import { AskForm } from '../list/ask-form';
import { useChanges } from '../list/use-changes';
import { useBidDecimals } from '../targeting/lists';
import { ADS } from './api';
import { bidding, leading } from './bulk';

function BidDialog({ id, ads }: { id: string; ads: readonly Ad[] }) {
  const { act } = useChanges(ADS);
  const unit = useUnit();
  const decimals = useBidDecimals();
  const minimum = useUser()?.minimum_bid;
  const [value, setValue] = useState<Amount>('');
  const byCountry = ads.filter(({ bids }) => bids.length > 0).length;
  const run = async () => {
    const problem = value === '' ? 'An amount is needed.' : amountProblem(value, unit, decimals);
    if (problem !== null) throw new RangeError(problem);
    const bid = Number(value);
    if (minimum !== undefined && bid < minimum) {
      throw new RangeError(`The lowest allowed is ${formatPrice(minimum, unit)}.`);
    }
    act('Set', bidding(bid), ads);
  };
  return (
    <AskForm
      id={id}
      action={`Set for ${ads.length}`}
      hint={`${byCountry > 0 ? `${plural(byCountry, 'ad')} of these ${byCountry === 1 ? 'has' : 'have'} bids by country, which this one replaces. ` : ''}It does not send the ads to moderation.`}
      run={run}
    >
      {(error) => (
        <AmountField
          label={`Bid for a valid click, ${unitSymbol(unit)}`}
          value={value}
          onChange={setValue}
          error={error}
          unit={unit}
          step={0.1}
          decimals={decimals}
          data-autofocus
        />
      )}
    </AskForm>
  );
}

function UrlDialog({ id, ads }: { id: string; ads: readonly Ad[] }) {
  const { act } = useChanges(ADS);
  const [value, setValue] = useState('');
  const run = async () => {
    if (!/^https?:\/\/[^\s/]+\.[^\s]+$/i.test(value.trim()))
      throw new RangeError('A full address: https://shop.example/page');
    act('Set', leading(value.trim()), ads);
  };
  return (
    <AskForm
      id={id}
      action={`Set for ${ads.length}`}
      hint="Ads with a new address are read by moderation again, unless you are trusted."
      run={run}
    >
      {(error) => (
        <TextInput
          label="Landing page"
          placeholder="https://"
          type="url"
          inputMode="url"
          value={value}
          onChange={(event) => setValue(event.target.value)}
          error={error}
          data-autofocus
        />
      )}
    </AskForm>
  );
}

/** Asks for one bid for many ads. */
export function askBid(ads: readonly Ad[]): void {
  const id = `bid-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `Bid of ${plural(ads.length, 'ad')}`,
    size: 420,
    children: <BidDialog id={id} ads={ads} />,
  });
}

/** Asks for one landing page for many ads. */
export function askUrl(ads: readonly Ad[]): void {
  const id = `url-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `Landing page of ${plural(ads.length, 'ad')}`,
    size: 460,
    children: <UrlDialog id={id} ads={ads} />,
  });
}

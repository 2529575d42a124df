import { NumberInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { updateAdsBidMutation, updateAdsUrlMutation } from '~/api/queries';
import { useUnit, useUser } from '~/app/queries';
import { formatAmount, fromUnit, plural, unitDecimals, unitSymbol } from '~/lib/format';
import { openDialog } from '~/ui/dialogs';
import { toast } from '~/ui/toast';
import { AskForm } from '../list/ask-form';
import { useBidDecimals } from '../targeting/lists';

function BidDialog({ id, ids }: { id: string; ids: number[] }) {
  const unit = useUnit();
  const decimals = useBidDecimals();
  const minimum = useUser()?.minimum_bid;
  const { mutateAsync } = useMutation(updateAdsBidMutation());
  const [value, setValue] = useState<string | number>('');
  const run = async () => {
    const bid = fromUnit(Number(String(value).replace(',', '.')), unit);
    if (value === '' || !Number.isFinite(bid)) throw new RangeError('An amount is needed.');
    if (minimum !== undefined && bid < minimum) {
      throw new RangeError(`The lowest allowed is ${formatAmount(minimum, unit, 3)} ${unitSymbol(unit)}.`);
    }
    await mutateAsync({ body: { ids, one_bid_for_all_geo: bid } });
    toast(`Bid of ${plural(ids.length, 'ad')} saved`);
  };
  return (
    <AskForm
      id={id}
      action={`Set for ${ids.length}`}
      hint="Bids by country are replaced by this one. It does not send the ads to moderation."
      run={run}
    >
      {(error) => (
        <NumberInput
          label={`Bid for a valid click, ${unitSymbol(unit)}`}
          value={value}
          onChange={setValue}
          error={error}
          min={0}
          step={unit === 'cent' ? 10 : 0.1}
          decimalScale={unitDecimals(decimals, unit)}
          allowNegative={false}
          data-autofocus
        />
      )}
    </AskForm>
  );
}

function UrlDialog({ id, ids }: { id: string; ids: number[] }) {
  const { mutateAsync } = useMutation(updateAdsUrlMutation());
  const [value, setValue] = useState('');
  const run = async () => {
    if (!/^https?:\/\/[^\s/]+\.[^\s]+$/i.test(value.trim()))
      throw new RangeError('A full address: https://shop.example/page');
    await mutateAsync({ body: { ids, original_url: value.trim() } });
    toast(`Address of ${plural(ids.length, 'ad')} saved`);
  };
  return (
    <AskForm
      id={id}
      action={`Set for ${ids.length}`}
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
export function askBid(ids: number[]): void {
  const id = `bid-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `Bid of ${plural(ids.length, 'ad')}`,
    size: 420,
    children: <BidDialog id={id} ids={ids} />,
  });
}

/** Asks for one landing page for many ads. */
export function askUrl(ids: number[]): void {
  const id = `url-${performance.now()}`;
  openDialog({
    modalId: id,
    title: `Landing page of ${plural(ids.length, 'ad')}`,
    size: 460,
    children: <UrlDialog id={id} ids={ids} />,
  });
}

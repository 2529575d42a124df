import { TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Ad } from '~/api/sdk';
import { useUnit, useUser } from '~/app/queries';
import { type Amount, amountProblem } from '~/lib/amount';
import { formatPrice, plural, unitSymbol } from '~/lib/format';
import { AmountField } from '~/ui/amount-field';
import { Button } from '~/ui/button';
import { closeDialog, openDialog } from '~/ui/dialogs';
import { useChanges } from '../list/use-changes';
import { BID_DECIMALS } from './ad-values';
import { ADS } from './api';
import { bidding, leading } from './bulk';

function Dialog({
  id,
  action,
  hint,
  children,
  run,
}: {
  id: string;
  action: string;
  hint?: string;
  children(error: string | null): ReactNode;
  /** Throws what the field says; what comes of it is told row by row. */
  run(): void;
}) {
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    try {
      run();
      closeDialog(id);
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    }
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {children(error)}
      {hint && <p className="s12 t3">{hint}</p>}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button onClick={() => closeDialog(id)}>Cancel</Button>
        <Button variant="ink" type="submit">
          {action}
        </Button>
      </div>
    </form>
  );
}

function BidDialog({ id, ads }: { id: string; ads: readonly Ad[] }) {
  const { act } = useChanges(ADS);
  const unit = useUnit();
  const minimum = useUser()?.minimum_bid;
  const [value, setValue] = useState<Amount>('');
  const byCountry = ads.filter(({ bids }) => bids.length > 0).length;
  const run = () => {
    const problem = value === '' ? 'An amount is needed.' : amountProblem(value, unit, BID_DECIMALS);
    if (problem !== null) throw new RangeError(problem);
    const bid = Number(value);
    if (minimum !== undefined && bid < minimum) {
      throw new RangeError(`The lowest allowed is ${formatPrice(minimum, unit)}.`);
    }
    act('Set', bidding(bid), ads);
  };
  return (
    <Dialog
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
          decimals={BID_DECIMALS}
          data-autofocus
        />
      )}
    </Dialog>
  );
}

function UrlDialog({ id, ads }: { id: string; ads: readonly Ad[] }) {
  const { act } = useChanges(ADS);
  const [value, setValue] = useState('');
  const run = () => {
    if (!/^https?:\/\/[^\s/]+\.[^\s]+$/i.test(value.trim()))
      throw new RangeError('A full address: https://shop.example/page');
    act('Set', leading(value.trim()), ads);
  };
  return (
    <Dialog
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
    </Dialog>
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

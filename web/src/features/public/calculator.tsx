import { type ReactNode, useEffect, useId, useState } from 'react';
import { useHydrated } from '~/app/hydrated';
import type { Reading } from '~/lib/amount';
import { formatMoney, formatNumber } from '~/lib/format';
import { None } from '~/ui/marks';
import { useTypedInto } from '../form/typed-before';
import styles from './calculator.module.css';
import { buying, earning, priceText } from './estimate';
import parts from './parts.module.css';
import { SiteValue, useSite } from './site';

/** Decimals that a field takes. */
const DECIMALS = 6;

/** Reads what fields hold until the reader is there: numbers as they are written here. */
const readPlain = (text: string): Reading => ({
  number: /^\d{1,3}(?: ?\d{3})*(?:,(?:\d{1,2}|\d{4,}))?$/.test(text)
    ? Number(text.replaceAll(' ', '').replace(',', '.'))
    : null,
});

/** Reads fields as those of the cabinets; the page is drawn before their reader is there. */
function useReader(): (text: string) => Reading {
  const [read, setRead] = useState<(text: string) => Reading>(() => readPlain);
  useEffect(() => {
    void import('~/lib/amount').then(({ readNumber }) => setRead(() => (text: string) => readNumber(text, DECIMALS)));
  }, []);
  return read;
}

const numberIn = (reading: Reading): number | null => ('problem' in reading ? null : reading.number);

function Assumption({
  label,
  before,
  after,
  value,
  reading,
  onChange,
}: {
  label: string;
  before?: string;
  after?: string;
  value: string;
  reading: Reading;
  onChange(value: string): void;
}) {
  const id = useId();
  const field = useTypedInto(value, onChange);
  const problem = 'problem' in reading ? reading.problem : undefined;
  const wrong = numberIn(reading) === null;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.input}>
        {before && <span aria-hidden>{before}</span>}
        <input
          id={id}
          ref={field}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          aria-invalid={wrong || undefined}
          aria-describedby={problem && `${id}-problem`}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {after && <span aria-hidden>{after}</span>}
      </div>
      {problem && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

function Result({ label, main, children }: { label: string; main?: boolean; children: ReactNode }) {
  return (
    <div className={main ? styles.main : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Count({ value }: { value: number | null }) {
  return value === null ? <None /> : formatNumber(Math.floor(value));
}

function Dollars({ value }: { value: number | null }) {
  return value === null ? <None /> : formatMoney(value, 'dollar');
}

function Frame({
  title,
  note,
  fields,
  results,
}: {
  title: string;
  note: ReactNode;
  fields: ReactNode;
  results: ReactNode;
}) {
  return (
    <section className={styles.calculator}>
      <div className={styles.words}>
        <h2 className={parts.h2}>{title}</h2>
        <p>{note}</p>
      </div>
      <div className={styles.sheet}>
        <div className={styles.fields}>{fields}</div>
        <dl className={styles.results} aria-live="polite">
          {results}
        </dl>
      </div>
    </section>
  );
}

/** The settings in force; undefined where the build draws the page, which knows none. */
function useTerms() {
  const site = useSite();
  return useHydrated() ? site : undefined;
}

/** The price of a click, in dollars, until the visitor types another one: the network takes no bid below its lowest. */
function usePrice(usual: number) {
  const [typed, setTyped] = useState<string | null>(null);
  const price = Math.max(usual, useTerms()?.minimum_bid_native ?? usual);
  return [typed ?? priceText(price), setTyped] as const;
}

/** From a budget to clicks and conversions. */
export function BudgetCalculator() {
  const [budget, setBudget] = useState('500');
  const [bid, setBid] = usePrice(1);
  const [conversion, setConversion] = useState('2');
  const read = useReader();
  const readings = { budget: read(budget), bid: read(bid), conversion: read(conversion) };
  const bought = buying({
    budget: numberIn(readings.budget),
    bid: numberIn(readings.bid),
    conversion: numberIn(readings.conversion),
  });
  return (
    <Frame
      title="What a budget buys"
      note="The numbers are yours to change: nobody knows your conversion rate better than you. A limit is never passed, so the budget is the most you can pay."
      fields={
        <>
          <Assumption label="Budget" before="$" value={budget} reading={readings.budget} onChange={setBudget} />
          <Assumption label="Bid for a click" before="$" value={bid} reading={readings.bid} onChange={setBid} />
          <Assumption
            label="Visitors who convert"
            after="%"
            value={conversion}
            reading={readings.conversion}
            onChange={setConversion}
          />
        </>
      }
      results={
        <>
          <Result label="Valid clicks" main>
            <Count value={bought.clicks} />
          </Result>
          <Result label="Conversions">
            <Count value={bought.conversions} />
          </Result>
          <Result label="A conversion costs">
            <Dollars value={bought.costPerConversion} />
          </Result>
        </>
      }
    />
  );
}

/** From visits to an income. */
export function IncomeCalculator() {
  const [visits, setVisits] = useState('100 000');
  const [places, setPlaces] = useState('3');
  const [viewed, setViewed] = useState('60');
  const [ctr, setCtr] = useState('0,2');
  const [cpc, setCpc] = usePrice(0.5);
  const share = useTerms()?.webmaster_share_percent ?? null;
  const read = useReader();
  const readings = { visits: read(visits), places: read(places), viewed: read(viewed), ctr: read(ctr), cpc: read(cpc) };
  const earned = earning({
    visits: numberIn(readings.visits),
    places: numberIn(readings.places),
    viewed: numberIn(readings.viewed),
    ctr: numberIn(readings.ctr),
    cpc: numberIn(readings.cpc),
    share,
  });
  return (
    <Frame
      title="What visits earn"
      note={
        <>
          Assumptions, not promises: whoever names your income beforehand is guessing. Put in what your own statistics
          say. Your share of each valid click is <SiteValue of="webmaster_share_percent" /> %.
        </>
      }
      fields={
        <>
          <Assumption label="Page views a month" value={visits} reading={readings.visits} onChange={setVisits} />
          <Assumption label="Ads on a page" value={places} reading={readings.places} onChange={setPlaces} />
          <Assumption
            label="Of them come into view"
            after="%"
            value={viewed}
            reading={readings.viewed}
            onChange={setViewed}
          />
          <Assumption label="Of those are clicked" after="%" value={ctr} reading={readings.ctr} onChange={setCtr} />
          <Assumption
            label="An advertiser pays"
            before="$"
            after="a click"
            value={cpc}
            reading={readings.cpc}
            onChange={setCpc}
          />
        </>
      }
      results={
        <>
          <Result label="Income a month" main>
            <Dollars value={earned.income} />
          </Result>
          <Result label="Ads in view">
            <Count value={earned.views} />
          </Result>
          <Result label="Valid clicks">
            <Count value={earned.clicks} />
          </Result>
        </>
      }
    />
  );
}

import { type ReactNode, useId, useState } from 'react';
import { useHydrated } from '~/app/hydrated';
import { formatMoney, formatNumber } from '~/lib/format';
import { None } from '~/ui/marks';
import { useTypedInto } from '../form/typed-before';
import styles from './calculator.module.css';
import { buying, earning } from './estimate';
import parts from './parts.module.css';
import { SiteValue, useSite } from './site';

/** The largest number that a field takes. */
const FIELD_MAX = 1_000_000_000;

/** What was typed as a number: a comma is a point; null when it is none. */
function numberOf(text: string): number | null {
  const value = Number(text.trim().replaceAll(' ', '').replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) || value < 0 || value > FIELD_MAX ? null : value;
}

function Assumption({
  label,
  before,
  after,
  value,
  onChange,
}: {
  label: string;
  before?: string;
  after?: string;
  value: string;
  onChange(value: string): void;
}) {
  const id = useId();
  const field = useTypedInto(value, onChange);
  const wrong = numberOf(value) === null;
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
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {after && <span aria-hidden>{after}</span>}
      </div>
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
  return [typed ?? String(price).replace('.', ','), setTyped] as const;
}

/** From a budget to clicks and conversions. */
export function BudgetCalculator() {
  const [budget, setBudget] = useState('500');
  const [bid, setBid] = usePrice(1);
  const [conversion, setConversion] = useState('2');
  const bought = buying({ budget: numberOf(budget), bid: numberOf(bid), conversion: numberOf(conversion) });
  return (
    <Frame
      title="What a budget buys"
      note="The numbers are yours to change: nobody knows your conversion rate better than you. A limit is never passed, so the budget is the most you can pay."
      fields={
        <>
          <Assumption label="Budget" before="$" value={budget} onChange={setBudget} />
          <Assumption label="Bid for a click" before="$" value={bid} onChange={setBid} />
          <Assumption label="Visitors who convert" after="%" value={conversion} onChange={setConversion} />
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
  const earned = earning({
    visits: numberOf(visits),
    places: numberOf(places),
    viewed: numberOf(viewed),
    ctr: numberOf(ctr),
    cpc: numberOf(cpc),
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
          <Assumption label="Page views a month" value={visits} onChange={setVisits} />
          <Assumption label="Ads on a page" value={places} onChange={setPlaces} />
          <Assumption label="Of them come into view" after="%" value={viewed} onChange={setViewed} />
          <Assumption label="Of those are clicked" after="%" value={ctr} onChange={setCtr} />
          <Assumption label="An advertiser pays" before="$" after="a click" value={cpc} onChange={setCpc} />
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

import { type ReactNode, useEffect, useId, useState } from 'react';
import { useHydrated } from '~/app/hydrated';
import type { Reading } from '~/lib/amount';
import { formatMoney, formatNumber, NO_DATA } from '~/lib/format';
import { useTypedInto } from '../form/typed-before';
import styles from './calculator.module.css';
import { priceText } from './estimate';
import parts from './parts.module.css';
import { useSite } from './site';

/** Decimals that a field takes. */
const DECIMALS = 6;

/** Reads what fields hold until the reader is there: numbers as they are written here. */
const readPlain = (text: string): Reading => ({
  number: /^\d{1,3}(?: ?\d{3})*(?:,(?:\d{1,2}|\d{4,}))?$/.test(text)
    ? Number(text.replaceAll(' ', '').replace(',', '.'))
    : null,
});

/** Reads fields as those of the cabinets; the page is drawn before their reader is there. */
export function useReader(): (text: string) => Reading {
  const [read, setRead] = useState<(text: string) => Reading>(() => readPlain);
  useEffect(() => {
    void import('~/lib/amount').then(({ readNumber }) => setRead(() => (text: string) => readNumber(text, DECIMALS)));
  }, []);
  return read;
}

export const numberIn = (reading: Reading): number | null => ('problem' in reading ? null : reading.number);

/** A field for what a visitor assumes. */
export function Assumption({
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

/** What comes of it. */
export function Result({ label, main, children }: { label: string; main?: boolean; children: ReactNode }) {
  return (
    <div className={main ? styles.main : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** As `None` of the marks, which bring all others along: these pages need none of them. */
const NOTHING = (
  <span className="t3">
    <span aria-hidden="true">{NO_DATA}</span>
    <span className="vh">no data</span>
  </span>
);

/** A whole number. */
export function Count({ value }: { value: number | null }) {
  return value === null ? NOTHING : formatNumber(Math.floor(value));
}

/** An amount. */
export function Dollars({ value }: { value: number | null }) {
  return value === null ? NOTHING : formatMoney(value, 'dollar');
}

/** A calculator: its words beside its sheet. */
export function Frame({
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
export function useTerms() {
  const site = useSite();
  return useHydrated() ? site : undefined;
}

/** The price of a click, in dollars, until the visitor types another one: the network takes no bid below its lowest. */
export function usePrice(usual: number) {
  const [typed, setTyped] = useState<string | null>(null);
  const price = Math.max(usual, useTerms()?.minimum_bid_native ?? usual);
  return [typed ?? priceText(price), setTyped] as const;
}

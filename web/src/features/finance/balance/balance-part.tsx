import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useUnit } from '~/app/queries';
import { type CurrencyUnit, formatMoney } from '~/lib/format';
import { ErrorPanel, Skeleton } from '~/ui/states';
import styles from '../finance.module.css';

/** What is told of a balance beside it. */
export interface Fact<Balance> {
  label: string;
  note: ReactNode;
  value(balance: Balance, unit: CurrencyUnit): ReactNode;
}

/** A balance, and facts beside it. */
export interface BalanceShown<Balance> {
  /** What the balance is called. */
  label: string;
  note(balance: Balance | undefined): ReactNode;
  money: UseQueryResult<Balance, unknown>;
  facts: readonly Fact<Balance>[];
  below?: ReactNode;
}

/** The part of a page of money that tells the balance. */
export function BalancePart<Balance extends { balance: number }>({
  label,
  note,
  money,
  facts,
  below,
}: BalanceShown<Balance>) {
  const unit = useUnit();
  const balance = money.data;
  if (money.isError && !balance) return <ErrorPanel title="The balance did not load" of={money} />;
  return (
    <section className={styles.top} aria-label="Balance">
      <div className={styles.main}>
        <span className={styles.k}>{label}</span>
        <span className={styles.big}>
          {balance ? formatMoney(balance.balance, unit) : <Skeleton width={180} height={36} />}
        </span>
        <span className="s13 t2">{note(balance)}</span>
        {below}
      </div>
      <dl className={styles.facts}>
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt>
              {fact.label}
              <small>{fact.note}</small>
            </dt>
            <dd>{balance ? fact.value(balance, unit) : <Skeleton width={80} height={16} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

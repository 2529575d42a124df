import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useUnit } from '~/app/queries';
import { type CurrencyUnit, formatMoney } from '~/lib/format';
import { ErrorPanel, Skeleton } from '~/ui/states';
import { PageHead } from '../frame/page-head';
import { ListPart } from '../list/list-view';
import type { ListSpec } from '../list/spec';
import styles from './finance.module.css';

/** What is told of a balance beside it. */
export interface Fact<Balance> {
  label: string;
  note: ReactNode;
  value(balance: Balance, unit: CurrencyUnit): ReactNode;
}

/** A page of money: the balance, facts beside it, its history. */
export function FinancePage<Balance extends { balance: number }, Row extends object>({
  label,
  note,
  money,
  facts,
  below,
  lead,
  middle,
  history,
}: {
  /** What the balance is called. */
  label: string;
  note(balance: Balance | undefined): ReactNode;
  money: UseQueryResult<Balance, unknown>;
  facts: readonly Fact<Balance>[];
  below?: ReactNode;
  /** Stands before the balance. */
  lead?: ReactNode;
  /** Stands between the balance and its history. */
  middle?: ReactNode;
  history: ListSpec<Row>;
}) {
  const unit = useUnit();
  const balance = money.data;
  return (
    <>
      <PageHead />
      {lead}
      {money.isError && !balance ? (
        <ErrorPanel title="The balance did not load" of={money} />
      ) : (
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
      )}
      {middle}
      <section aria-labelledby="history">
        <h2 className={styles.h2} id="history">
          History
        </h2>
        <ListPart spec={history} />
      </section>
    </>
  );
}

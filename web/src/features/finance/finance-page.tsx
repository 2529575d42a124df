import type { ReactNode } from 'react';
import { PageHead } from '../frame/page-head';
import { ListPart } from '../list/list-view';
import type { ListSpec } from '../list/spec';
import { BalancePart, type BalanceShown } from './balance/balance-part';
import styles from './finance.module.css';

/** A page of money: the balance, facts beside it, its history. */
export function FinancePage<Balance extends { balance: number }, Row extends object>({
  lead,
  middle,
  history,
  ...shown
}: BalanceShown<Balance> & {
  /** Stands before the balance. */
  lead?: ReactNode;
  /** Stands between the balance and its history. */
  middle?: ReactNode;
  history: ListSpec<Row>;
}) {
  return (
    <>
      <PageHead />
      {lead}
      <BalancePart {...shown} />
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

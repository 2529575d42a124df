import { FILES } from '~/api/files';
import { PeriodPicker } from '~/ui/period-picker';
import { PageHead } from '../../frame/page-head';
import { FileButton } from '../../list/file-button';
import listStyles from '../../list/list.module.css';
import { ListPart } from '../../list/list-view';
import { useList } from '../../list/use-list';
import { useParts } from '../../list/use-parts';
import { Audits, Profit, TrialBalance } from './ledger-parts';
import { TRANSACTIONS } from './transactions';

const PARTS = [
  { value: 'transactions', label: 'Transactions' },
  { value: 'balance', label: 'Trial balance' },
  { value: 'profit', label: 'Profit' },
  { value: 'audits', label: 'Audits' },
] as const;

/** The ledger: what moved, what accounts hold, what the network made, and whether all of it adds up. */
export function LedgerPage() {
  const list = useList(TRANSACTIONS);
  const [part, tabs] = useParts('Ledger', PARTS, 'period');
  const days = { date_from: list.range.from, date_to: list.range.to };
  return (
    <>
      <PageHead
        actions={
          <>
            <FileButton make={() => FILES.ledger({ ...days, format: 'csv' })}>CSV</FileButton>
            <FileButton make={() => FILES.ledger({ ...days, format: 'hledger' })}>hledger journal</FileButton>
          </>
        }
      />
      <div className={listStyles.list}>
        {tabs}
        {(part === 'balance' || part === 'profit') && (
          <div className={listStyles.tools}>
            <PeriodPicker value={list.state.period} onChange={list.setPeriod} />
          </div>
        )}
        {part === 'transactions' && <ListPart spec={TRANSACTIONS} />}
        {part === 'balance' && <TrialBalance range={list.range} />}
        {part === 'profit' && <Profit range={list.range} />}
        {part === 'audits' && <Audits />}
      </div>
    </>
  );
}

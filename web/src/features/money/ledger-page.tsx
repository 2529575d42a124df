import { useNavigate, useSearch } from '@tanstack/react-router';
import { Tabs } from '~/ui/controls';
import { PeriodPicker } from '~/ui/period-picker';
import { PageHead } from '../frame/page-head';
import listStyles from '../list/list.module.css';
import { ListPart } from '../list/list-view';
import { useList } from '../list/use-list';
import { FileButton } from './file-button';
import { ledgerFile } from './files';
import { Audits, Profit, TrialBalance } from './ledger-parts';
import { TRANSACTIONS } from './transactions';

/** Parts of the ledger beside its transactions, as the address calls them. */
const PARTS = ['balance', 'profit', 'audits'] as const;

/** The ledger: what moved, what accounts hold, what the network made, and whether all of it adds up. */
export function LedgerPage() {
  const navigate = useNavigate();
  const list = useList(TRANSACTIONS);
  const { part: asked } = useSearch({ strict: false }) as { part?: string };
  const part = PARTS.find((one) => one === asked) ?? 'transactions';
  const { range } = list;
  return (
    <>
      <PageHead
        actions={
          <>
            <FileButton label="CSV" name="ledger.csv" make={() => ledgerFile(range, 'csv')} />
            <FileButton label="hledger journal" name="ledger.journal" make={() => ledgerFile(range, 'hledger')} />
          </>
        }
      />
      <div className={listStyles.list}>
        <Tabs
          label="Ledger"
          value={part}
          options={[
            { value: 'transactions', label: 'Transactions' },
            { value: 'balance', label: 'Trial balance' },
            { value: 'profit', label: 'Profit' },
            { value: 'audits', label: 'Audits' },
          ]}
          onChange={(next) =>
            void navigate({
              to: '.',
              search: ({ period }: { period?: string }) => ({
                ...(period ? { period } : {}),
                ...(next === 'transactions' ? {} : { part: next }),
              }),
            })
          }
        />
        {(part === 'balance' || part === 'profit') && (
          <div className={listStyles.tools}>
            <PeriodPicker value={list.state.period} onChange={list.setPeriod} />
          </div>
        )}
        {part === 'transactions' && <ListPart spec={TRANSACTIONS} />}
        {part === 'balance' && <TrialBalance range={range} />}
        {part === 'profit' && <Profit range={range} />}
        {part === 'audits' && <Audits />}
      </div>
    </>
  );
}

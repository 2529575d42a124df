import { useNavigate, useSearch } from '@tanstack/react-router';
import { FILES } from '~/api/files';
import { Tabs } from '~/ui/controls';
import { PeriodPicker } from '~/ui/period-picker';
import { PageHead } from '../frame/page-head';
import { FileButton } from '../list/file-button';
import listStyles from '../list/list.module.css';
import { ListPart } from '../list/list-view';
import { useList } from '../list/use-list';
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
        {part === 'balance' && <TrialBalance range={list.range} />}
        {part === 'profit' && <Profit range={list.range} />}
        {part === 'audits' && <Audits />}
      </div>
    </>
  );
}

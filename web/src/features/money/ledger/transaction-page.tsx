import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { dataOf, getTransactionOptions } from '~/api/queries';
import type { LedgerLine, LedgerOrigin } from '~/api/sdk';
import { ACCOUNT_KIND_LABELS, TRANSACTION_TYPE_LABELS } from '~/api/words';
import { useUnit } from '~/app/queries';
import { formatAmount, formatDate, formatNumber, formatTime, unitSymbol } from '~/lib/format';
import { paths } from '~/lib/paths';
import { DataTable } from '~/ui/data-table';
import { FactList, SummaryBox } from '~/ui/form';
import { None, Tag } from '~/ui/marks';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import { PageHead } from '../../frame/page-head';
import styles from '../money.module.css';
import { LEDGER_DECIMALS } from './ledger-parts';

const CRUMBS = [{ label: 'Back office' }, { label: 'Ledger', link: { to: '/admin/ledger' } }] as const;

/** "200 of 1 000" where the server tells not all of them. */
const shownOf = (shown: number, all: number) =>
  shown === all ? formatNumber(all) : `the first ${formatNumber(shown)} of ${formatNumber(all)}`;

/** What a transaction moved, and the clicks that it comes from. */
export function TransactionPage() {
  const { transactionId = '' } = useParams({ strict: false });
  const unit = useUnit();
  const answer = useQuery({
    ...getTransactionOptions({ path: { id: Number(transactionId) } }),
    select: dataOf,
  });
  const { data } = answer;
  const title = `Transaction ${transactionId}`;
  const money = unitSymbol(unit);
  const figure = (dollars: number) => formatAmount(dollars, unit, LEDGER_DECIMALS);
  const sides: TableColumn<LedgerLine>[] = [
    { id: 'account', label: 'Account', cell: (row) => ACCOUNT_KIND_LABELS[row.account] },
    { id: 'amount', label: `Added, ${money}`, align: 'right', strong: true, cell: (row) => figure(row.amount) },
    {
      id: 'user',
      label: 'Person',
      cell: ({ user }) =>
        user ? (
          <Link className="link" {...paths.user(user.id)}>
            {user.email}
          </Link>
        ) : (
          <None />
        ),
    },
    { id: 'campaign', label: 'Campaign', align: 'right', cell: (row) => row.campaign_id ?? <None /> },
    { id: 'block', label: 'Block', align: 'right', cell: (row) => row.block_id ?? <None /> },
    { id: 'day', label: 'Day', cell: ({ day }) => formatDate(day) },
  ];
  const origins: TableColumn<LedgerOrigin>[] = [
    {
      id: 'click',
      label: 'Click',
      cell: ({ click_id, is_void }) => (
        <>
          <span className="mono">{click_id}</span> {is_void && <Tag>Taken back</Tag>}
        </>
      ),
    },
    { id: 'cost', label: `Cost, ${money}`, align: 'right', strong: true, cell: (row) => figure(row.cost) },
    { id: 'earned', label: `Earned, ${money}`, align: 'right', cell: (row) => figure(row.earned) },
    { id: 'kept', label: `Kept, ${money}`, align: 'right', cell: (row) => figure(row.kept) },
    { id: 'time', label: 'Time, UTC', cell: ({ clicked_at }) => formatTime(clicked_at) },
    { id: 'advertiser', label: 'Advertiser', align: 'right', cell: (row) => row.advertiser_id },
    { id: 'webmaster', label: 'Webmaster', align: 'right', cell: (row) => row.webmaster_id },
    { id: 'campaign', label: 'Campaign', align: 'right', cell: (row) => row.campaign_id },
    { id: 'ad', label: 'Ad', align: 'right', cell: (row) => row.ad_id },
    { id: 'block', label: 'Block', align: 'right', cell: (row) => row.block_id },
  ];
  if (answer.isError && !data) {
    return (
      <>
        <PageHead title={title} crumbs={CRUMBS} />
        <ErrorPanel title="The transaction did not load" of={answer} />
      </>
    );
  }
  const told = data?.transaction;
  return (
    <>
      <PageHead title={title} crumbs={CRUMBS} />
      <SummaryBox>
        {told ? (
          <FactList
            facts={[
              ['Kind', TRANSACTION_TYPE_LABELS[told.operation_type]],
              ['Time, UTC', formatTime(told.date)],
              ['By', told.actor?.email ?? 'The system'],
              ['Made for', told.reference],
              ['Comment', told.comment || <None key="comment" />],
            ]}
          />
        ) : (
          <Skeleton height={96} />
        )}
      </SummaryBox>
      <h2 className={styles.h2}>Sides{data && `: ${shownOf(data.lines.length, data.lines_total)}`}</h2>
      <DataTable
        label="Table of sides"
        columns={sides}
        rows={data?.lines ?? NONE}
        rowId={(row) => String(data?.lines.indexOf(row))}
        loading={answer.isPending}
        empty={<Empty small title="Its sides are folded into the sums of their day" />}
      />
      <h2 className={styles.h2}>Clicks{data && `: ${shownOf(data.origins.length, data.origins_total)}`}</h2>
      <DataTable
        label="Table of clicks"
        columns={origins}
        rows={data?.origins ?? NONE}
        rowId={(row) => String(row.settlement_id)}
        loading={answer.isPending}
        empty={<Empty small title="It comes from no click" />}
      />
    </>
  );
}

const NONE: never[] = [];

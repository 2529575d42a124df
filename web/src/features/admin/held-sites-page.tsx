import { NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf, listHeldSitesOptions } from '~/api/queries';
import type { HeldSite } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatMoney } from '~/lib/format';
import { paths } from '~/lib/paths';
import { SITE_STATUSES, statusOf } from '~/lib/statuses';
import { Button } from '~/ui/button';
import { DataTable } from '~/ui/data-table';
import { None } from '~/ui/marks';
import { Note } from '~/ui/note';
import { Empty, ErrorPanel } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import type { TableColumn } from '~/ui/table-column';
import { PageHead } from '../frame/page-head';
import styles from './admin.module.css';
import { HoldSite } from './hold-site';

const route = getRouteApi('/_cabinet/admin/sites/');

const NONE: HeldSite[] = [];
/** The most sites that the list names. */
const LISTED_MAX = 200;

function Held({ amount }: { amount: number }) {
  return <>{formatMoney(amount, useUnit())}</>;
}

const COLUMNS: TableColumn<HeldSite>[] = [
  {
    id: 'domain',
    label: 'Site',
    cell: ({ id, domain }) => (
      <Link className="link" to="/admin/sites" search={{ site_id: id }}>
        {domain}
      </Link>
    ),
  },
  {
    id: 'webmaster',
    label: 'Webmaster',
    cell: ({ webmaster_id, webmaster_email }) => (
      <Link className="link" {...paths.user(webmaster_id)}>
        {webmaster_email}
      </Link>
    ),
  },
  {
    id: 'status',
    label: 'Status',
    cell: ({ status_id }) => <StatusBadge status={statusOf(SITE_STATUSES, status_id)} />,
  },
  {
    id: 'held',
    label: 'Held back',
    align: 'right',
    cell: ({ earnings_held_reason: reason, earnings_held: amount }) => (reason ? <Held amount={amount} /> : <None />),
  },
  {
    id: 'why',
    label: 'Why',
    cell: ({ earnings_held_reason: reason, reject_comment: comment }) => reason ?? comment,
  },
];

/** Which site is looked at: what the address says, until somebody types another number. */
function AskForm({ site }: { site: number | undefined }) {
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState<string | number>(site ?? '');
  return (
    <form
      className={styles.ask}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({ search: { site_id: Number(typed) >= 1 ? Number(typed) : undefined } });
      }}
    >
      <NumberInput
        label="Number of a site"
        min={1}
        allowDecimal={false}
        hideControls
        required
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" variant="accent">
        Look at it
      </Button>
    </form>
  );
}

/** Sites that are blocked or whose earnings are held back. */
function HeldSites() {
  const answer = useQuery({ ...listHeldSitesOptions(), select: dataOf });
  return (
    <section aria-labelledby="held-sites">
      <h2 id="held-sites" className={styles.h2}>
        Blocked, or with earnings held back
      </h2>
      {(answer.data?.length ?? 0) >= LISTED_MAX && (
        <Note tone="info">
          These are {LISTED_MAX}: those with earnings held back, then the newest. Others are found by their number.
        </Note>
      )}
      {answer.isError ? (
        <ErrorPanel title="They did not load" of={answer} />
      ) : (
        <DataTable
          label="Table of sites that are held"
          columns={COLUMNS}
          rows={answer.data ?? NONE}
          rowId={({ id }) => String(id)}
          loading={answer.isPending}
          skeletonRows={2}
          empty={
            <Empty small title="No site is held">
              One that is blocked, or whose earnings are held back, appears here.
            </Empty>
          }
        />
      )}
    </section>
  );
}

/** Staff block a site or hold its earnings back, and take that back. */
export function HeldSitesPage() {
  const { site_id: site } = route.useSearch();
  return (
    <>
      <PageHead />
      <AskForm key={site} site={site} />
      {site ? (
        <>
          <h2 className={styles.h2}>{`Site ${site}`}</h2>
          <HoldSite key={site} id={site} />
        </>
      ) : (
        <Note tone="info">
          The number stands in lists and in addresses. A blocked site shows no ads. Earnings that are held back do not
          become available. The webmaster reads the reason of both.
        </Note>
      )}
      <HeldSites />
    </>
  );
}

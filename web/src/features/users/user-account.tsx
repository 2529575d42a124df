import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { dataOf, getUserAccountOptions } from '~/api/queries';
import type { AdminUser, SessionResource } from '~/api/sdk';
import { useUnit, useUser } from '~/app/queries';
import { formatAgo } from '~/lib/ago';
import { formatMoney, formatNumber, plural } from '~/lib/format';
import { isGod } from '~/lib/roles';
import { WATCHED_MS } from '~/lib/watched';
import { DataTable } from '~/ui/data-table';
import { type Figure, Figures } from '~/ui/figures';
import { FormSection } from '~/ui/form';
import { ErrorPanel } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import { deviceName } from '../account/device-name';

/** The newest are looked for. */
const SESSIONS_SHOWN = 10;

const accountQuery = (id: number) =>
  queryOptions({ ...getUserAccountOptions({ path: { id } }), select: dataOf, refetchInterval: WATCHED_MS });

/** What a user has, with the way to the documents. Nothing for somebody with neither cabinet. */
export function UserBalances({ user }: { user: AdminUser }) {
  const unit = useUnit();
  const asGod = isGod(useUser());
  const answer = useQuery(accountQuery(user.id));
  const { data } = answer;
  if (!user.is_advertiser && !user.is_webmaster) return null;
  if (answer.isError && !data) return <ErrorPanel title="The balance did not load" of={answer} />;
  const search = { user: user.id };
  const deposits = (
    <Link {...linkOptions({ to: '/admin/deposits', search })} className="link">
      {data?.deposits_count ? plural(data.deposits_count, 'deposit') : 'Deposits'}
    </Link>
  );
  const payouts = (
    <Link {...linkOptions({ to: '/admin/payouts', search })} className="link">
      Payouts
    </Link>
  );
  const parts: readonly (readonly [string, string, number | null | undefined, Figure['note']?])[] = [
    ['balance', 'Balance', data?.balance],
    ['topped_up', 'Topped up so far', data?.topped_up, deposits],
    ['available', 'Available', data?.available, asGod ? payouts : undefined],
    ['pending', 'Pending', data?.pending],
    ['reserved', 'Asked for', data?.reserved],
  ];
  const figures = parts.flatMap(([key, label, value, note]): Figure[] =>
    typeof value === 'number' ? [{ key, label, value: formatMoney(value, unit), note }] : [],
  );
  const { ads_count: ads, ads_rejected_count: rejected } = data ?? {};
  if (typeof ads === 'number' && typeof rejected === 'number') {
    figures.push({
      key: 'rejected',
      label: 'Ads rejected',
      value: formatNumber(rejected),
      note: `of ${formatNumber(ads)}`,
    });
  }
  const count = (user.is_advertiser ? 3 : 0) + (user.is_webmaster ? (asGod ? 3 : 2) : 0);
  return <Figures label="What they have" figures={data && figures} count={count} />;
}

const columns: TableColumn<SessionResource>[] = [
  { id: 'device', label: 'Device', cell: deviceName },
  { id: 'address', label: 'From', cell: ({ address }) => <span className="mono">{address}</span> },
  { id: 'seen', label: 'Last seen', align: 'right', cell: ({ seen_at: seen }) => formatAgo(seen, Date.now()) },
  { id: 'since', label: 'Login', align: 'right', cell: ({ created_at: made }) => formatAgo(made, Date.now()) },
];

/** Where a user is logged in. A block ends all of it. Nothing for sales, who are not told. */
export function UserSessions({ user }: { user: number }) {
  const asGod = isGod(useUser());
  const answer = useQuery(accountQuery(user));
  if (!asGod) return null;
  const sessions = answer.data?.sessions ?? [];
  return (
    <FormSection id="sessions" title="Sessions">
      {answer.isError && !answer.data ? (
        <ErrorPanel title="The sessions did not load" of={answer} />
      ) : (
        <DataTable
          label="Where they are logged in"
          columns={columns}
          rows={sessions.slice(0, SESSIONS_SHOWN)}
          rowId={({ id }) => String(id)}
          compact
          maxHeight="none"
          loading={answer.isPending}
          skeletonRows={2}
          empty={<p className="s13 t2">Logged in nowhere.</p>}
        />
      )}
      {sessions.length > SESSIONS_SHOWN && (
        <p className="s13 t2">And {sessions.length - SESSIONS_SHOWN} more, which were seen longer ago.</p>
      )}
    </FormSection>
  );
}

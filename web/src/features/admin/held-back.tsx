import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dataOf, listHeldBackCampaignsOptions } from '~/api/queries';
import type { HeldBackCampaign } from '~/api/sdk';
import { formatNumber, formatPercent } from '~/lib/format';
import { paths } from '~/lib/paths';
import { DataTable } from '~/ui/data-table';
import { Empty, ErrorPanel } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import styles from './admin.module.css';

const COLUMNS: TableColumn<HeldBackCampaign>[] = [
  {
    id: 'name',
    label: 'Campaign',
    cell: ({ id, name }) => (
      <Link className="link" to="/admin/delivery" search={{ campaign_id: id }}>
        {name}
      </Link>
    ),
  },
  {
    id: 'advertiser',
    label: 'Advertiser',
    cell: ({ advertiser_id, advertiser_email }) => (
      <Link className="link" {...paths.user(advertiser_id)}>
        {advertiser_email}
      </Link>
    ),
  },
  {
    id: 'shown',
    label: 'Shown, 28 days',
    align: 'right',
    cell: ({ shown, of_all_ads }) => `${formatNumber(shown)}${of_all_ads ? ', all its owner’s ads' : ''}`,
  },
  { id: 'engagement', label: 'Clicked', align: 'right', cell: ({ engagement }) => formatPercent(engagement, 2) },
  {
    id: 'usual',
    label: 'Others there',
    align: 'right',
    cell: ({ usual_engagement }) => formatPercent(usual_engagement, 2),
  },
  {
    id: 'turns',
    label: 'Turns',
    align: 'right',
    cell: ({ turns_percent }) => `${formatNumber(turns_percent)} of 100`,
  },
];
const NONE: HeldBackCampaign[] = [];

/** Push campaigns that take fewer turns, for few people click them. */
export function HeldBackCampaigns() {
  const answer = useQuery({ ...listHeldBackCampaignsOptions(), select: dataOf });
  return (
    <section aria-labelledby="held-back">
      <h2 id="held-back" className={styles.h2}>
        Push campaigns that are held back
      </h2>
      {answer.isError ? (
        <ErrorPanel title="They did not load" of={answer} />
      ) : (
        <DataTable
          label="Table of push campaigns that are held back"
          columns={COLUMNS}
          rows={answer.data ?? NONE}
          rowId={({ id }) => String(id)}
          loading={answer.isPending}
          skeletonRows={2}
          empty={
            <Empty small title="No push campaign is held back">
              One that is clicked far less than others on the same sites appears here.
            </Empty>
          }
        />
      )}
    </section>
  );
}

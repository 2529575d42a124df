import { IconEdit, IconLayoutGrid, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Site } from '~/api/sdk';
import { SiteStatus } from '~/api/words';
import { useUnit } from '~/app/queries';
import type { ListDefaults } from '~/lib/list';
import { paths } from '~/lib/paths';
import { previousRange } from '~/lib/period';
import { SITE_STATUSES, statusOf } from '~/lib/statuses';
import { buttonClass } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import type { TableColumn } from '~/ui/data-table';
import { Figures } from '~/ui/figures';
import { RowMenu } from '~/ui/row-menu';
import { Empty } from '~/ui/states';
import { StatusBadge } from '~/ui/status-badge';
import { toast } from '~/ui/toast';
import { pointsOf, seriesQuery } from '../charts/series-query';
import { PageHead } from '../frame/page-head';
import listStyles from '../list/list.module.css';
import { isBareList, ListView } from '../list/list-view';
import { metricColumns } from '../list/metric-columns';
import { StatsSwitch } from '../list/stats-switch';
import { totalFigures } from '../list/total-figures';
import { useList } from '../list/use-list';
import { sitesQuery, useRemove } from './api';
import { bareDomain } from './domain';
import styles from './sites.module.css';

const LIST: ListDefaults = {
  name: 'sites',
  period: 'today',
  sort: 'id',
  dir: 'desc',
  count: 50,
  tabs: [
    { value: 'all', label: 'All' },
    { value: 'approved', label: 'Approved', status: SiteStatus.Approved },
    { value: 'waiting', label: 'Waiting', status: SiteStatus.Waiting },
    { value: 'rejected', label: 'Rejected', status: SiteStatus.Rejected },
    { value: 'archived', label: 'Archived', status: SiteStatus.Archived },
  ],
};

const FIGURES = ['money_web', 'shows_count_web', 'clicks_count', 'ctr', 'bid_web', 'cpm'];
const SHOWN = ['shows_count_web', 'confirmed_shows_count', 'clicks_count', 'ctr', 'bid_web', 'money_web'];

/** All sites with their status and today's income. */
export function SitesPage() {
  const unit = useUnit();
  const navigate = useNavigate();
  const list = useList(LIST);
  const answer = useQuery(sitesQuery(list.query));
  const before = previousRange(list.range);
  const now = useQuery({ ...seriesQuery('webmaster', list.range), enabled: list.state.stats });
  const earlier = useQuery({ ...seriesQuery('webmaster', before), enabled: list.state.stats, refetchInterval: false });
  const { mutateAsync: remove } = useRemove('sites');
  const isBare = isBareList(answer, list);
  const totals = answer.data?.total_statistic;
  const columns = useMemo<TableColumn<Site>[]>(
    () => [
      {
        id: 'name',
        label: 'Site',
        sort: 'name',
        cell: (site) => (
          <span className={listStyles.name}>
            <Link {...paths.site(site.id)} title={site.name}>
              {site.name}
            </Link>
            <span className={`${listStyles.id} mono t3`}>{site.id}</span>
          </span>
        ),
      },
      {
        id: 'domain',
        label: 'Domain',
        sort: 'domain',
        cell: (site) => (
          <a
            className={styles.domain}
            href={/^https?:/.test(site.domain) ? site.domain : `https://${site.domain}`}
            target="_blank"
            rel="noreferrer noopener"
          >
            {bareDomain(site.domain)}
          </a>
        ),
      },
      {
        id: 'status',
        label: 'Status',
        cell: (site) => (
          <StatusBadge
            status={statusOf(SITE_STATUSES, site.status_id)}
            {...(site.reject_comment ? { why: site.reject_comment } : {})}
          />
        ),
      },
      {
        id: 'blocks',
        label: 'Blocks',
        sort: 'blocks_count',
        align: 'right',
        cell: (site) => (
          <Link {...paths.blocks(site.id)} className="quiet">
            {site.blocks_count}
          </Link>
        ),
      },
      ...(list.state.stats
        ? metricColumns<Site>({ side: 'webmaster', unit, shown: SHOWN, strong: 'money_web', totals })
        : []),
    ],
    [unit, totals, list.state.stats],
  );
  return (
    <>
      <PageHead
        crumbs={[{ label: 'Webmaster' }]}
        actions={
          isBare ? null : (
            <>
              <StatsSwitch list={list} />
              <Link to="/webmaster/sites/create" className={buttonClass({ variant: 'accent' })}>
                <IconPlus size={16} aria-hidden />
                New site
              </Link>
            </>
          )
        }
      />
      {list.state.stats && !now.isError && !isBare && (
        <Figures
          label="Figures of all sites"
          figures={
            now.data &&
            totalFigures({
              side: 'webmaster',
              keys: FIGURES,
              now: now.data.total_result,
              before: earlier.data?.total_result,
              unit,
              period: list.state.period,
              points: pointsOf(now.data, list.range, FIGURES, 'webmaster'),
            })
          }
        />
      )}
      <ListView
        list={list}
        noun={['site', 'sites']}
        columns={columns}
        answer={answer}
        rowId={rowId}
        rowName={rowName}
        searchLabel="Search sites by name or id"
        menu={(site) => (
          <RowMenu
            name={site.name}
            actions={[
              {
                label: 'Blocks and code',
                icon: <IconLayoutGrid size={14} />,
                onClick: () => void navigate(paths.site(site.id)),
              },
              {
                label: 'Edit',
                icon: <IconEdit size={14} />,
                onClick: () => void navigate(paths.siteEdit(site.id)),
              },
              '-',
              {
                label: 'Delete',
                icon: <IconTrash size={14} />,
                bad: true,
                onClick: () =>
                  confirm({
                    title: `Delete “${site.name}”?`,
                    body: 'Its blocks go empty within a second. What they earned stays yours.',
                    action: 'Delete 1',
                    run: async () => {
                      await remove(site.id);
                      toast('Site deleted');
                    },
                  }),
              },
            ]}
          />
        )}
        first={
          <Empty
            first
            title="Your first site goes here"
            actions={
              <Link to="/webmaster/sites/create" className={buttonClass({ variant: 'accent' })}>
                <IconPlus size={16} aria-hidden />
                New site
              </Link>
            }
          >
            Tell its address and what it is about. A person looks at it, then its blocks earn money.
          </Empty>
        }
      />
    </>
  );
}

const rowId = (site: Site) => String(site.id);
const rowName = (site: Site) => site.name;

import { Popover } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconCoin,
  IconEdit,
  IconLink,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { Ad } from '~/api/types';
import { AdStatus } from '~/api/words';
import { useUnit, useUser } from '~/app/queries';
import { type CurrencyUnit, formatAmount, plural, unitSymbol } from '~/lib/format';
import type { ListDefaults } from '~/lib/list';
import { paths } from '~/lib/paths';
import { AD_STATUSES, formatNames, statusOf } from '~/lib/statuses';
import { AmountEdit } from '~/ui/amount-edit';
import { Button } from '~/ui/button';
import { confirm } from '~/ui/confirm';
import { Switch } from '~/ui/controls';
import type { TableColumn } from '~/ui/data-table';
import { None, Thumb } from '~/ui/marks';
import { RowMenu } from '~/ui/row-menu';
import { StatusBadge } from '~/ui/status-badge';
import { toast, toastError } from '~/ui/toast';
import listStyles from '../list/list.module.css';
import { ListView } from '../list/list-view';
import { metricColumns } from '../list/metric-columns';
import type { List } from '../list/use-list';
import styles from './ads.module.css';
import { adsQuery, canStart, isWanted, remoderate, removeAds, saveBid, setArchived, useStartAds } from './api';
import { thumbOf } from './thumb';

/** Status tabs of ads. */
export const AD_TABS: ListDefaults['tabs'] = [
  { value: 'all', label: 'All' },
  { value: 'launched', label: 'Launched', status: AdStatus.Launched },
  { value: 'stopped', label: 'Stopped', status: AdStatus.Stopped },
  { value: 'moderation', label: 'Moderation', status: AdStatus.Waiting },
  { value: 'rejected', label: 'Rejected', status: AdStatus.Rejected },
  { value: 'budget', label: 'Out of budget', status: AdStatus.OutOfBudget },
  { value: 'paused', label: 'Paused', status: AdStatus.TimePaused },
  { value: 'processed', label: 'Processed', status: AdStatus.Processed },
  { value: 'archived', label: 'Archived', status: AdStatus.Archived },
];

const SHOWN = ['shows_count', 'clicks_count', 'ctr', 'money', 'lead'];

function Reasons({ ad, onAgain }: { ad: Ad; onAgain(): void }) {
  return (
    <Popover position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <button type="button" className={styles.why}>
          why?
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={`Why “${ad.title}” was rejected`}>
        <div className={styles.reasons}>
          <b className="b">Moderation rejected it</b>
          <ul>
            {ad.ban_reasons.map((reason) => (
              <li key={reason.id}>{reason.text}</li>
            ))}
          </ul>
          {ad.ban_comment && <blockquote>{ad.ban_comment}</blockquote>}
          <div className="row">
            <Link {...paths.mediaEdit(ad.campaign_id, ad.group_id, ad.id)} className="link">
              Edit it
            </Link>
            <Button size="sm" variant="ghost" onClick={onAgain}>
              Send again as it is
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function Bid({
  ad,
  unit,
  onSave,
  minimum,
}: {
  ad: Ad;
  unit: CurrencyUnit;
  minimum: number | undefined;
  onSave(bid: number | null): Promise<unknown>;
}) {
  const one = ad.one_bid_for_all_geo ?? null;
  const bids = ad.bids.map((each) => each.bid);
  const text =
    one !== null
      ? formatAmount(one, unit, 3)
      : bids.length === 0
        ? null
        : Math.min(...bids) === Math.max(...bids)
          ? formatAmount(bids[0], unit, 3)
          : `${formatAmount(Math.min(...bids), unit, 3)} to ${formatAmount(Math.max(...bids), unit, 3)}`;
  return (
    <AmountEdit
      label={one === null && bids.length > 0 ? 'One bid for all countries' : 'Bid'}
      name={ad.title}
      align="right"
      value={one}
      unit={unit}
      decimals={3}
      step={0.1}
      {...(minimum === undefined ? {} : { minimum })}
      onSave={onSave}
    >
      {text ?? <None />}
    </AmountEdit>
  );
}

/** Ads of one group (or of all, with their campaign and group) in the list pattern. */
export function AdsList({ list, group, first }: { list: List; group: string | null; first: ReactNode }) {
  const unit = useUnit();
  const minimum = useUser()?.minimum_bid;
  const client = useQueryClient();
  const navigate = useNavigate();
  const answer = useQuery(adsQuery(group === null ? null : Number(group), list.query));
  const { mutate: start } = useStartAds();
  const totals = answer.data?.total_statistic;
  const isAll = group === null;
  const columns = useMemo<TableColumn<Ad>[]>(() => {
    const refresh = () => client.invalidateQueries({ queryKey: ['ads'] });
    const again = async (ad: Ad) => {
      try {
        await remoderate(ad);
        toast('Sent to moderation again');
      } catch (error) {
        toastError('Not sent', error);
      }
      await refresh();
    };
    const bid = async (ad: Ad, value: number | null) => {
      if (value === null) return;
      await saveBid([ad.id], value);
      toast('Bid saved');
      await refresh();
    };
    return [
      {
        id: 'title',
        label: 'Ad',
        sort: 'title',
        cell: (ad) => (
          <span className={styles.title}>
            <Switch
              checked={isWanted(ad)}
              disabled={!canStart(ad)}
              aria-label={`${ad.title} is ${isWanted(ad) ? 'on' : 'off'}`}
              onChange={(event) => start({ ids: [ad.id], start: event.target.checked })}
            />
            <Thumb url={thumbOf(ad)} alt="" square />
            <Link {...paths.mediaEdit(ad.campaign_id, ad.group_id, ad.id)} title={ad.title}>
              {ad.title}
            </Link>
            <span className={`${styles.id} ${listStyles.id ?? ''} mono t3`}>{ad.id}</span>
          </span>
        ),
      },
      {
        id: 'status',
        label: 'Status',
        sort: 'status_id',
        cell: (ad) => (
          <span className="row">
            <StatusBadge status={statusOf(AD_STATUSES, ad.status_id)} />
            {ad.status_id === AdStatus.Rejected && <Reasons ad={ad} onAgain={() => void again(ad)} />}
          </span>
        ),
      },
      ...(isAll
        ? [
            {
              id: 'where',
              label: 'Campaign and group',
              cell: (ad: Ad) => (
                <Link
                  {...paths.medias(ad.campaign_id, ad.group_id)}
                  className={`${styles.where} t2 ell`}
                  title={`${ad.campaign_name ?? ad.campaign_id}, ${ad.group_name ?? ad.group_id}`}
                >
                  {ad.campaign_name ?? ad.campaign_id}, {ad.group_name ?? ad.group_id}
                </Link>
              ),
            },
          ]
        : []),
      {
        id: 'formats',
        label: 'Formats',
        hidden: isAll,
        cell: (ad) => <span className="t2">{formatNames(ad.supported_block_format_types)}</span>,
      },
      {
        id: 'url',
        label: 'Landing page',
        hidden: true,
        cell: (ad) => (
          <span className={`${styles.where} mono t2 ell`} title={ad.original_url}>
            {ad.original_url}
          </span>
        ),
      },
      {
        id: 'bid',
        label: `Bid, ${unitSymbol(unit)}`,
        align: 'right',
        cell: (ad) => <Bid ad={ad} unit={unit} minimum={minimum} onSave={(value) => bid(ad, value)} />,
      },
      ...(list.state.stats
        ? metricColumns<Ad>({ side: 'advertiser', unit, shown: SHOWN, strong: 'money', totals })
        : []),
    ];
  }, [unit, totals, start, list.state.stats, isAll, client, minimum]);

  const refresh = () => client.invalidateQueries({ queryKey: ['ads'] });
  const putAway = async (ad: Ad, on: boolean) => {
    try {
      await setArchived(ad, on);
      toast(on ? 'Ad archived' : 'Ad restored', { undo: () => void putAway(ad, !on) });
    } catch (error) {
      toastError(on ? 'Not archived' : 'Not restored', error);
    }
    await refresh();
  };
  const askDelete = (rows: readonly Ad[], done: () => void) =>
    confirm({
      title: rows.length === 1 ? `Delete “${rows[0]?.title}”?` : `Delete ${plural(rows.length, 'ad')}?`,
      body: `${rows.length === 1 ? 'It stops within a second and leaves your lists. Its' : 'They stop within a second and leave your lists. Their'} statistics and payments stay.`,
      action: `Delete ${rows.length}`,
      icon: <IconTrash size={16} aria-hidden />,
      run: async () => {
        await removeAds(rows.map((row) => row.id));
        done();
        await refresh();
        toast(`${plural(rows.length, 'ad')} deleted`);
      },
    });
  return (
    <ListView
      list={list}
      noun={['ad', 'ads']}
      columns={columns}
      answer={answer}
      rowId={rowId}
      rowName={rowName}
      searchLabel="Search ads by title or id"
      first={first}
      menu={(ad) => (
        <RowMenu
          name={ad.title}
          actions={[
            {
              label: 'Edit',
              icon: <IconEdit size={14} />,
              disabled: ad.status_id === AdStatus.InModeration,
              onClick: () => void navigate(paths.mediaEdit(ad.campaign_id, ad.group_id, ad.id)),
            },
            '-',
            ad.status_id === AdStatus.Archived
              ? { label: 'Restore', icon: <IconArchiveOff size={14} />, onClick: () => void putAway(ad, false) }
              : { label: 'Archive', icon: <IconArchive size={14} />, onClick: () => void putAway(ad, true) },
            {
              label: 'Delete',
              icon: <IconTrash size={14} />,
              bad: true,
              onClick: () => askDelete([ad], () => undefined),
            },
          ]}
        />
      )}
      bulk={(rows, clear) => {
        const ids = rows.map((row) => row.id);
        const startable = rows.filter(canStart).map((row) => row.id);
        return [
          {
            label: 'Start',
            icon: <IconPlayerPlayFilled size={14} aria-hidden />,
            disabled: startable.length === 0,
            onClick: () => start({ ids: startable, start: true }),
          },
          {
            label: 'Stop',
            icon: <IconPlayerStopFilled size={14} aria-hidden />,
            disabled: startable.length === 0,
            onClick: () => start({ ids: startable, start: false }),
          },
          {
            label: 'Bid',
            icon: <IconCoin size={14} aria-hidden />,
            onClick: () =>
              void import('./bulk-dialogs').then(({ askBid }) => askBid(ids, unit, minimum, () => void refresh())),
          },
          {
            label: 'Address',
            icon: <IconLink size={14} aria-hidden />,
            onClick: () => void import('./bulk-dialogs').then(({ askUrl }) => askUrl(ids, () => void refresh())),
          },
          { label: 'Delete', icon: <IconTrash size={14} aria-hidden />, onClick: () => askDelete(rows, clear) },
        ];
      }}
    />
  );
}

const rowId = (ad: Ad) => String(ad.id);
const rowName = (ad: Ad) => ad.title;

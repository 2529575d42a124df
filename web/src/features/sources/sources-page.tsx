import { IconAdjustmentsHorizontal, IconBan, IconCircleCheck, IconPlus, IconRotate } from '@tabler/icons-react';
import { keepPreviousData, useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { listSourceStatsOptions } from '~/api/queries';
import type { SourceRow, SourceStats } from '~/api/sdk';
import { useUnit } from '~/app/queries';
import { formatMoney, formatNumber, formatPercent, plural } from '~/lib/format';
import { paths } from '~/lib/paths';
import { periodText } from '~/lib/period';
import { BulkBar } from '~/ui/bulk-bar';
import { Button } from '~/ui/button';
import { SearchInput, Segmented, Tabs } from '~/ui/controls';
import { DataTable } from '~/ui/data-table';
import { Figures } from '~/ui/figures';
import { Note } from '~/ui/note';
import { Pager } from '~/ui/pager';
import { PeriodPicker } from '~/ui/period-picker';
import { RowMenu } from '~/ui/row-menu';
import { Empty, ErrorPanel } from '~/ui/states';
import type { TableColumn } from '~/ui/table-column';
import { campaignQuery } from '../campaigns/api';
import { PageHead } from '../frame/page-head';
import { columnsOf } from '../list/columns';
import type { ListSpec } from '../list/spec';
import { useList } from '../list/use-list';
import { usePageThatIs } from '../list/use-page-that-is';
import { pushCrumbs } from '../push/push-crumbs';
import { askCoefficient, askPaste } from './source-dialogs';
import { sourceKey, sourceName, VERDICT_GROUPS } from './source-words';
import styles from './sources.module.css';
import { chosenOf, LEVELS, SEARCH, sourceColumns, sourcesList, VIEWS } from './sources-list';
import { useSourceChanges } from './use-source-changes';

const route = getRouteApi('/_cabinet/advertiser/campaigns/$campaignId/sources');

const SIZES = [20, 50, 100, 500];
/** Blocks that an opened site shows. */
const BLOCKS_MAX = 500;

// Nobody needs them before the rows are there.
const ListTools = lazy(() => import('../list/list-tools'));

/** The columns have no switch of their own. */
const none = () => undefined;

/** What is to be known first. */
function SourcesVerdict({ stats }: { stats: SourceStats | undefined }) {
  const unit = useUnit();
  if (!stats) return null;
  const { campaign, dearer } = stats.total;
  const count = stats.counts_by_view.dearer ?? 0;
  const words =
    campaign.cpl === null
      ? 'No lead is known of these days, so nothing can be said of what a source costs. Leads come with postbacks.'
      : count === 0
        ? `A lead costs ${formatMoney(campaign.cpl, unit)} here. No source is surely dearer than that.`
        : `A lead costs ${formatMoney(campaign.cpl, unit)} here. ${plural(count, 'source is', 'sources are')} surely dearer: ${formatMoney(dearer.money, unit)} went there for ${plural(dearer.lead, 'lead')}.`;
  return <p className={styles.verdict}>{words}</p>;
}

function SourceFigures({ stats, days }: { stats: SourceStats | undefined; days: string }) {
  const unit = useUnit();
  if (!stats) return <Figures label="Sources" figures={undefined} count={5} />;
  const { total } = stats;
  const { campaign, mean, dearer } = total;
  const clicks = campaign.invalid_clicks_count + campaign.clicks_count;
  const bound = (multiple: number | null) =>
    multiple === null || campaign.cpl === null ? null : formatMoney(campaign.cpl * multiple, unit);
  return (
    <Figures
      label={`Sources, ${days}`}
      figures={[
        {
          key: 'spent',
          label: `Spent, ${days}`,
          value: formatMoney(campaign.money, unit),
          note: `at ${plural(total.seen_count, 'source')}`,
        },
        {
          key: 'mean',
          label: "The campaign's mean",
          value: formatMoney(campaign.cpl, unit),
          note:
            campaign.cpl === null
              ? 'a lead; there is none yet'
              : `a lead, ${bound(mean.low) ?? ''} to ${bound(mean.high) ?? ''} to be 95 % sure`,
        },
        {
          key: 'dearer',
          label: 'Surely dearer',
          value: formatNumber(stats.counts_by_view.dearer ?? 0),
          note: `${formatMoney(dearer.money, unit)} for ${plural(dearer.lead, 'lead')}`,
        },
        {
          key: 'invalid',
          label: 'Invalid clicks',
          value: formatPercent(clicks > 0 ? (campaign.invalid_clicks_count / clicks) * 100 : null, 1),
          note: `${plural(campaign.invalid_clicks_count, 'click')}, not charged`,
        },
        {
          key: 'blocked',
          label: 'Blocked here',
          value: formatNumber(total.blocked_count),
          note: `of ${formatNumber(total.listed_max)} entries, ${formatNumber(total.by_rules_count)} by rules`,
        },
      ]}
    />
  );
}

/** A campaign's sources: what each brings, what it costs against the mean, what the campaign says of it. */
export function SourcesPage() {
  const { campaignId } = route.useParams();
  const unit = useUnit();
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const declared = useMemo(() => sourcesList(campaign.id), [campaign.id]);
  const list = useList(declared);
  const { state, range } = list;
  const { view, level } = chosenOf(list);
  const answer = useQuery({
    ...(declared.rows(list) as ReturnType<typeof listSourceStatsOptions>),
    placeholderData: keepPreviousData,
  });
  const stats = answer.data;
  const [opened, setOpened] = useState<Record<string, boolean>>({});
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const sites = (stats?.data ?? []).filter((row) => row.block_id === null && opened[sourceKey(row)]);
  const blocks = useQueries({
    queries: sites.map((row) =>
      listSourceStatsOptions({
        path: { id: campaign.id },
        query: {
          level: 'block',
          count: BLOCKS_MAX,
          filters: { date_from: range.from, date_to: range.to, site: row.site_id },
          order_by: state.sort,
          order_direction: state.dir,
        },
      }),
    ),
  });
  const under = new Map(sites.map((row, at) => [row.site_id, blocks[at]?.data?.data]));
  const { setState, setCoefficient, isBusy } = useSourceChanges(campaign.id);
  usePageThatIs(state.page, answer.isPlaceholderData ? undefined : stats?.pagination, list.setPage);
  const missing = blocks.filter((one) => one.isError);
  const cut = sites.filter((_, at) => (blocks[at]?.data?.pagination.total ?? 0) > BLOCKS_MAX);
  const rows = stats?.data ?? [];
  // Another list each time: the table asks for the blocks of sites anew, which come later than the sites.
  const listed = [...rows];
  const known = [...rows, ...[...under.values()].flatMap((some) => some ?? [])];
  const chosen = known.filter((row) => selected.has(sourceKey(row)));
  // What is chosen on another page of the list is none of what is done here.
  const here = new Set(chosen.map(sourceKey));
  const scale = Math.max(1, ...known.map((row) => row.invalid_percentage ?? 0));
  const done = (isDone: boolean) => {
    if (isDone) setSelected(new Set());
  };
  const isFiltered = state.q.trim() !== '' || view !== 'all';
  const spec: ListSpec<SourceRow> = {
    ...declared,
    columns: sourceColumns(unit, scale, stats, (row, value) => setCoefficient([row], value)),
  };
  const columns = columnsOf(spec, { unit, stats: true, totals: undefined, act: none, asGod: false });
  return (
    <>
      <PageHead
        crumbs={
          campaign.uuid
            ? pushCrumbs({ uuid: campaign.uuid, name: campaign.name })
            : [
                { label: 'Campaigns', link: { to: '/advertiser/campaigns' } },
                { label: campaign.name, link: paths.campaign(campaign.id) },
              ]
        }
        actions={
          <Button variant="accent" onClick={() => askPaste((ids, state) => setState(ids, state))}>
            <IconPlus size={16} aria-hidden />
            Paste a list
          </Button>
        }
      />
      <SourcesVerdict stats={stats} />
      <SourceFigures stats={stats} days={periodText(state.period, range)} />
      <div>
        <Tabs
          label="Sources"
          controls="sources"
          value={view}
          options={VIEWS.map(({ value, label }) => ({ value, label, count: stats?.counts_by_view[value] }))}
          onChange={(next) => list.choose({ view: next === 'all' ? undefined : next })}
        />
        <div className={styles.tools}>
          <SearchInput {...SEARCH} value={state.q} onChange={list.setQ} />
          <PeriodPicker value={state.period} onChange={list.setPeriod} />
          <Segmented
            label="Rows"
            value={level}
            options={LEVELS}
            onChange={(next) => list.choose({ level: next === 'site' ? undefined : next })}
          />
          <span className="grow" />
          <Suspense fallback={<span className={styles.toolsWait} />}>
            <ListTools
              spec={spec as unknown as ListSpec<object>}
              list={list}
              columns={columns as TableColumn<object>[]}
            />
          </Suspense>
        </div>
        <div className={styles.legend}>
          <span className="t3">Invalid clicks by verdict</span>
          {VERDICT_GROUPS.map((group) => (
            <span key={group.key}>
              <i className={styles.square} style={{ background: group.color }} />
              {group.label}
            </span>
          ))}
          {stats && stats.total.campaign.cpl !== null && (
            <span className="t3">
              Against the mean: 1 is {formatMoney(stats.total.campaign.cpl, unit)} a lead, the line is where the truth
              lies with 95 %
            </span>
          )}
        </div>
        {missing[0] && (
          <ErrorPanel
            title="The blocks of a site did not load"
            error={missing[0].error}
            onRetry={() => {
              for (const one of missing) void one.refetch();
            }}
          />
        )}
        {cut.length > 0 && (
          <Note tone="info">
            Of {cut.map((row) => row.site_name).join(', ')} the first {BLOCKS_MAX} blocks stand here. Choose “Blocks”
            and search for the site to see all.
          </Note>
        )}
        <div id="sources">
          {answer.isError && !stats ? (
            <ErrorPanel title="The sources did not load" error={answer.error} onRetry={() => void answer.refetch()} />
          ) : (
            <DataTable<SourceRow>
              label="Sources"
              columns={columns}
              visible={state.columns}
              rows={listed}
              rowId={sourceKey}
              rowName={sourceName}
              sort={list.sort}
              onSort={list.setSort}
              selected={here}
              onSelect={setSelected}
              totalLabel={`Total of ${plural(stats?.pagination.total ?? 0, level === 'site' ? 'site' : 'block')}`}
              loading={answer.isPending}
              stale={answer.isPlaceholderData}
              tree={{
                children: (row) => (row.block_id === null ? under.get(row.site_id) : undefined),
                canOpen: (row) => row.block_id === null,
                opened,
                onOpen: (row, isOpen) => setOpened((before) => ({ ...before, [sourceKey(row)]: isOpen })),
                name: (row) => `blocks of ${row.site_name}`,
              }}
              menu={(row) => (
                <RowMenu
                  name={sourceName(row)}
                  actions={[
                    row.state !== 'blocked' && {
                      label: 'Block',
                      icon: <IconBan size={14} aria-hidden />,
                      onClick: () => void setState([row], 'blocked', sourceName(row)),
                    },
                    row.state !== 'allowed' && {
                      label: 'Allow only this and others allowed',
                      icon: <IconCircleCheck size={14} aria-hidden />,
                      onClick: () => void setState([row], 'allowed', sourceName(row)),
                    },
                    row.state !== 'open' && {
                      label: 'Take off the list',
                      icon: <IconRotate size={14} aria-hidden />,
                      onClick: () => void setState([row], 'open', sourceName(row)),
                    },
                  ]}
                />
              )}
              empty={
                isFiltered ? (
                  <Empty title="No source matches">Search for a site or a number, or choose another tab.</Empty>
                ) : (
                  <Empty title={declared.first.title}>{declared.first.text}</Empty>
                )
              }
            />
          )}
        </div>
        {stats && stats.pagination.total > 0 && (
          <Pager
            page={stats.pagination.current_page}
            lastPage={stats.pagination.last_page}
            perPage={stats.pagination.per_page}
            total={stats.pagination.total}
            sizes={SIZES}
            count={state.count}
            onPage={list.setPage}
            onCount={list.setCount}
          />
        )}
      </div>
      <BulkBar
        count={chosen.length}
        label="sources"
        onClear={() => setSelected(new Set())}
        actions={[
          {
            label: 'Block',
            icon: <IconBan size={14} aria-hidden />,
            disabled: isBusy,
            onClick: () => void setState(chosen, 'blocked').then(done),
          },
          {
            label: 'Allow',
            icon: <IconCircleCheck size={14} aria-hidden />,
            disabled: isBusy,
            onClick: () => void setState(chosen, 'allowed').then(done),
          },
          {
            label: 'Off the list',
            icon: <IconRotate size={14} aria-hidden />,
            disabled: isBusy,
            onClick: () => void setState(chosen, 'open').then(done),
          },
          {
            label: 'Coefficient',
            icon: <IconAdjustmentsHorizontal size={14} aria-hidden />,
            disabled: isBusy,
            onClick: () => askCoefficient(chosen, (value) => setCoefficient(chosen, value)),
          },
        ]}
      />
    </>
  );
}

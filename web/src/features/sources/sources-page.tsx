import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useUnit } from '~/app/queries';
import { paths } from '~/lib/paths';
import { periodText } from '~/lib/period';
import { Button } from '~/ui/button';
import { campaignQuery } from '../campaigns/api';
import { PageHead } from '../frame/page-head';
import { columnsOf } from '../list/columns';
import { useList } from '../list/use-list';
import { pushCrumbs } from '../push/push-crumbs';
import { SourceBar } from './source-actions';
import { sourceColumns } from './source-columns';
import { askPaste } from './source-dialogs';
import { sourceKey } from './source-words';
import { SourcesLegend } from './sources-legend';
import { sourcesList } from './sources-list';
import { SourceFigures, SourcesVerdict } from './sources-summary';
import { SourcesTable } from './sources-table';
import { SourcesTools } from './sources-tools';
import { useSourceChanges } from './use-source-changes';
import { useSourceRows } from './use-source-rows';

const route = getRouteApi('/_cabinet/advertiser/campaigns/$campaignId/sources');

/** The columns have no switch of their own. */
const none = () => undefined;

/** A campaign's sources: what each brings, what it costs against the mean, what the campaign says of it. */
export function SourcesPage() {
  const { campaignId } = route.useParams();
  const unit = useUnit();
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const declared = useMemo(() => sourcesList(campaign.id), [campaign.id]);
  const list = useList(declared);
  const rows = useSourceRows(campaign.id, list);
  const { stats, known } = rows;
  const changes = useSourceChanges(campaign.id);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = known.filter((row) => selected.has(sourceKey(row)));
  // What is chosen on another page of the list is none of what is done here.
  const here = new Set(chosen.map(sourceKey));
  const scale = Math.max(1, ...known.map((row) => row.invalid_percentage ?? 0));
  const spec = { ...declared, columns: sourceColumns(unit, scale, stats, changes) };
  const columns = columnsOf(spec, { unit, stats: true, totals: undefined, act: none, asGod: false });
  const native = [
    { label: 'Campaigns', link: { to: '/advertiser/campaigns' } },
    { label: campaign.name, link: paths.campaign(campaign.id) },
  ] as const;
  return (
    <>
      <PageHead
        crumbs={campaign.uuid ? pushCrumbs({ uuid: campaign.uuid, name: campaign.name }) : native}
        actions={
          <Button variant="accent" onClick={() => askPaste((ids, state) => changes.setState(ids, state))}>
            <IconPlus size={16} aria-hidden />
            Paste a list
          </Button>
        }
      />
      <SourcesVerdict stats={stats} />
      <SourceFigures stats={stats} days={periodText(list.state.period, list.range)} />
      <div>
        <SourcesTools list={list} spec={spec} columns={columns} counts={stats?.counts_by_view} />
        <SourcesLegend rows={rows} />
        <SourcesTable
          {...{ rows, list, columns, changes }}
          first={declared.first}
          selected={here}
          onSelect={setSelected}
        />
      </div>
      <SourceBar chosen={chosen} changes={changes} onClear={() => setSelected(new Set())} />
    </>
  );
}

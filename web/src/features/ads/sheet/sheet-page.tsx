import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { dataOf, listAdsByIdsOptions, listAdsOptions } from '~/api/queries';
import type { Ad } from '~/api/sdk';
import { LIMITS } from '~/api/words';
import { useUnit, useUser } from '~/app/queries';
import { formatNumber, plural } from '~/lib/format';
import { paths } from '~/lib/paths';
import { Note } from '~/ui/note';
import { Empty, ErrorPanel, Skeleton } from '~/ui/states';
import { type Crumb, PageHead } from '../../frame/page-head';
import { useBidDecimals } from '../../targeting/lists';
import { idsOf } from './ids';
import { SheetEditor } from './sheet-editor';

/** The most ads of a sheet. */
const SHEET_MAX = LIMITS.ads_by_ids;

const titleOf = (ads: readonly Ad[] | undefined) =>
  ads && ads.length > 0 ? `Edit ${plural(ads.length, 'ad')}` : 'Edit ads';

function Editor({ ads }: { ads: readonly Ad[] }) {
  const unit = useUnit();
  const decimals = useBidDecimals();
  const minimum = useUser()?.minimum_bid ?? 0;
  const terms = useMemo(() => ({ unit, decimals, minimum }), [unit, decimals, minimum]);
  // The sheet keeps what was typed; answers that come later are for those who open it anew.
  const [opened] = useState(ads);
  if (opened.length === 0) {
    return (
      <Empty title="Which ads?" actions={null}>
        Select ads in a list, then choose “Edit as a sheet”.
      </Empty>
    );
  }
  return <SheetEditor ads={opened} terms={terms} />;
}

function Page({
  crumbs,
  asked,
  answer,
}: {
  crumbs: readonly Crumb[];
  /** How many ads it was meant for. */
  asked: number;
  answer: { data: readonly Ad[] | undefined; error: unknown; isError: boolean; refetch(): unknown };
}) {
  const { data, isError, error, refetch } = answer;
  return (
    <>
      <PageHead crumbs={crumbs} title={titleOf(data)} />
      {isError && !data && <ErrorPanel title="The ads did not load" error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={420} radius={8} />}
      {data && asked > SHEET_MAX && (
        <Note tone="info">
          A sheet holds {SHEET_MAX} ads: these are the first of {formatNumber(asked)}. Select the others in the list.
        </Note>
      )}
      {data && <Editor key={data.map(({ id }) => id).join('.')} ads={data} />}
    </>
  );
}

/** Ads of several campaigns as a sheet: those that the address names. */
export function AllAdsSheetPage() {
  const chosen = idsOf(useSearch({ strict: false }) as { ids?: string });
  const ids = chosen.slice(0, SHEET_MAX);
  const named = useQuery({
    ...listAdsByIdsOptions({ query: { ids: ids.join(',') } }),
    select: dataOf,
    enabled: ids.length > 0,
    staleTime: 'static',
    gcTime: 0,
  });
  const crumbs = [{ label: 'All ads', link: { to: '/advertiser/all-medias' } as const }];
  return <Page crumbs={crumbs} asked={chosen.length} answer={{ ...named, data: ids.length > 0 ? named.data : [] }} />;
}

/** The ads of a group as a sheet: those that the address names, or all of them. */
export function GroupSheetPage() {
  const { campaignId, groupId } = useParams({ strict: false }) as { campaignId: string; groupId: string };
  const chosen = idsOf(useSearch({ strict: false }) as { ids?: string });
  const ids = chosen.slice(0, SHEET_MAX);
  const isNamed = ids.length > 0;
  const once = { staleTime: 'static', gcTime: 0 } as const;
  const named = useQuery({
    ...listAdsByIdsOptions({ query: { ids: ids.join(',') } }),
    select: dataOf,
    enabled: isNamed,
    ...once,
  });
  const all = useQuery({
    ...listAdsOptions({ path: { group_id: Number(groupId) }, query: { count: SHEET_MAX } }),
    enabled: !isNamed,
    ...once,
  });
  const crumbs: Crumb[] = [
    { label: 'Campaigns', link: { to: '/advertiser/campaigns' } },
    { label: 'Ads', link: paths.medias(campaignId, groupId) },
  ];
  if (isNamed) return <Page crumbs={crumbs} asked={chosen.length} answer={named} />;
  const total = all.data?.pagination.total ?? 0;
  return <Page crumbs={crumbs} asked={total} answer={{ ...all, data: all.data?.data }} />;
}

import type { Icon } from '@tabler/icons-react';
import {
  IconBell,
  IconFolder,
  IconLayoutGrid,
  IconPhoto,
  IconSpeakerphone,
  IconUser,
  IconWorld,
} from '@tabler/icons-react';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import {
  getBlockOptions,
  listAdGroupsForCopyOptions,
  listAllAdsOptions,
  listAllPushAdsOptions,
  listCampaignsOptions,
  listNetworkSitesOptions,
  listNetworkStatsFiltersAdsOptions,
  listNetworkStatsFiltersCampaignsOptions,
  listSitesOptions,
  listUsersOptions,
  listWebmasterStatsFiltersBlocksOptions,
} from '~/api/queries';
import { settingsOf } from '~/lib/block-settings';
import { type PageLink, paths } from '~/lib/paths';
import type { Cabinet } from '~/lib/roles';

/** A line of the palette. */
export interface Found {
  key: string;
  group: string;
  label: string;
  hint?: string;
  icon: Icon;
  link: PageLink;
}

/** Things of one kind that the palette shows at most. */
const SHOWN = 6;

/** Blocks that it shows: each is asked for where it stands. */
const BLOCKS_SHOWN = 3;

/** How long it is known where a block stands, in milliseconds. */
const PLACED_MS = 60_000;

/** The things of a cabinet that have these words in their name, or this id. The last ones stand until newer ones are there. */
export function useFound(words: string, cabinet: Cabinet, isAsked: boolean) {
  const query = { searchPhrase: words, count: SHOWN, page: 1 };
  const where = (of: Cabinet) => ({ enabled: isAsked && cabinet === of, placeholderData: keepPreviousData });
  const campaigns = useQuery({ ...listCampaignsOptions({ query }), ...where('advertiser') });
  const ads = useQuery({ ...listAllAdsOptions({ query }), ...where('advertiser') });
  const pushQuery = { ad: words, limit: SHOWN, offset: 0 };
  const pushAds = useQuery({ ...listAllPushAdsOptions({ query: pushQuery }), ...where('advertiser') });
  const filter = { search: words, count: SHOWN };
  const groups = useQuery({
    ...listAdGroupsForCopyOptions({ query: { ...filter, page: 1 } }),
    ...where('advertiser'),
  });
  const sites = useQuery({ ...listSitesOptions({ query }), ...where('webmaster') });
  const blocks = useQuery({
    ...listWebmasterStatsFiltersBlocksOptions({ query: { ...filter, count: BLOCKS_SHOWN } }),
    ...where('webmaster'),
  });
  const placed = useQueries({
    queries: (blocks.data?.data ?? []).map(({ id }) => ({
      ...getBlockOptions({ path: { id: Number(id) } }),
      staleTime: PLACED_MS,
    })),
  });
  const users = useQuery({ ...listUsersOptions({ query }), ...where('admin') });
  const staffSites = useQuery({ ...listNetworkSitesOptions({ query }), ...where('admin') });
  const staffCampaigns = useQuery({
    ...listNetworkStatsFiltersCampaignsOptions({ query: filter }),
    ...where('admin'),
  });
  const staffAds = useQuery({ ...listNetworkStatsFiltersAdsOptions({ query: filter }), ...where('admin') });
  const found = [
    ...(campaigns.data?.data ?? []).map(({ id, uuid, name }) => ({
      key: `c${id}`,
      group: 'Campaigns',
      label: name,
      hint: String(id),
      icon: IconSpeakerphone,
      link: uuid ? paths.push(uuid) : paths.campaign(id),
    })),
    ...(groups.data?.data ?? []).map(({ id, name, campaign_id }) => ({
      key: `g${id}`,
      group: 'Groups',
      label: name,
      hint: String(id),
      icon: IconFolder,
      link: paths.group(campaign_id, id),
    })),
    ...(ads.data?.data ?? []).map(({ id, title, campaign_id, group_id }) => ({
      key: `a${id}`,
      group: 'Ads',
      label: title,
      hint: String(id),
      icon: IconPhoto,
      link: paths.medias(campaign_id, group_id, String(id)),
    })),
    ...(pushAds.data?.data ?? []).map(({ id, uuid, title, campaign_uuid }) => ({
      key: `p${id}`,
      group: 'Push ads',
      label: title,
      hint: String(id),
      icon: IconBell,
      link: paths.pushMediaEdit(campaign_uuid, uuid),
    })),
    ...(sites.data?.data ?? []).map(({ id, name }) => ({
      key: `s${id}`,
      group: 'Sites',
      label: name,
      hint: String(id),
      icon: IconWorld,
      link: paths.site(id),
    })),
    ...placed.flatMap(({ data }) =>
      data
        ? [
            {
              key: `b${data.data.id}`,
              group: 'Blocks',
              label: data.data.name,
              hint: String(data.data.id),
              icon: IconLayoutGrid,
              link: settingsOf(data.data),
            },
          ]
        : [],
    ),
    ...(users.data?.data ?? []).map(({ id, email }) => ({
      key: `u${id}`,
      group: 'Users',
      label: email,
      hint: String(id),
      icon: IconUser,
      link: paths.user(id),
    })),
    ...(staffSites.data?.data ?? []).map(({ id, domain, name }) => ({
      key: `s${id}`,
      group: 'Sites',
      label: domain || name,
      hint: String(id),
      icon: IconWorld,
      link: paths.networkSite(id),
    })),
    ...(staffCampaigns.data?.data ?? []).map(({ id, name }) => ({
      key: `c${id}`,
      group: 'Campaigns',
      label: name,
      hint: id,
      icon: IconSpeakerphone,
      link: linkOptions({ to: '/admin/delivery', search: { campaign_id: Number(id) } }),
    })),
    ...(staffAds.data?.data ?? []).map(({ id, name }) => ({
      key: `a${id}`,
      group: 'Ads',
      label: name,
      hint: id,
      icon: IconPhoto,
      link: linkOptions({ to: '/admin/delivery', search: { ad_id: Number(id) } }),
    })),
  ];
  const asked = [
    campaigns,
    groups,
    ads,
    pushAds,
    sites,
    blocks,
    users,
    staffSites,
    staffCampaigns,
    staffAds,
    ...placed,
  ];
  const answers = asked.filter(({ fetchStatus, isSuccess }) => isSuccess || fetchStatus !== 'idle');
  // The thing whose id was typed comes first.
  const byId = found.toSorted((a, b) => Number(b.hint === words) - Number(a.hint === words));
  return {
    found: byId,
    /** They are those of other words. */
    isOld: answers.some((answer) => answer.isPlaceholderData),
    isPending: answers.some((answer) => answer.isPending),
  };
}

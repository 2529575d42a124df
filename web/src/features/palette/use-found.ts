import type { Icon } from '@tabler/icons-react';
import { IconBell, IconPhoto, IconSpeakerphone, IconWorld } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listAllAdsOptions, listAllPushAdsOptions, listCampaignsOptions, listSitesOptions } from '~/api/queries';
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

/** The things of a cabinet that have these words in their name, or this id. The last ones stand until newer ones are there. */
export function useFound(words: string, cabinet: Cabinet, isAsked: boolean) {
  const query = { searchPhrase: words, count: SHOWN, page: 1 };
  const where = (of: Cabinet) => ({ enabled: isAsked && cabinet === of, placeholderData: keepPreviousData });
  const campaigns = useQuery({ ...listCampaignsOptions({ query }), ...where('advertiser') });
  const ads = useQuery({ ...listAllAdsOptions({ query }), ...where('advertiser') });
  const pushQuery = { ad: words, limit: SHOWN, offset: 0 };
  const pushAds = useQuery({ ...listAllPushAdsOptions({ query: pushQuery }), ...where('advertiser') });
  const sites = useQuery({ ...listSitesOptions({ query }), ...where('webmaster') });
  const found = [
    ...(campaigns.data?.data ?? []).map(({ id, uuid, name }) => ({
      key: `c${id}`,
      group: 'Campaigns',
      label: name,
      hint: String(id),
      icon: IconSpeakerphone,
      link: uuid ? paths.push(uuid) : paths.campaign(id),
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
  ];
  const answers = [campaigns, ads, pushAds, sites].filter(
    ({ fetchStatus, isSuccess }) => isSuccess || fetchStatus !== 'idle',
  );
  // The thing whose id was typed comes first.
  const byId = found.toSorted((a, b) => Number(b.hint === words) - Number(a.hint === words));
  return {
    found: byId,
    /** They are those of other words. */
    isOld: answers.some((answer) => answer.isPlaceholderData),
    isPending: answers.some((answer) => answer.isPending),
  };
}

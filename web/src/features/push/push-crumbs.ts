import type { PushCampaign } from '~/api/sdk';
import { paths } from '~/lib/paths';
import type { Crumb } from '../frame/page-head';

/** The steps above a page of push: campaigns, push campaigns, the campaign. */
export const pushCrumbs = (campaign?: Pick<PushCampaign, 'uuid' | 'name'>): Crumb[] => [
  { label: 'Campaigns', link: { to: '/advertiser/campaigns' } },
  { label: 'Push', link: { to: '/advertiser/campaigns/push' } },
  ...(campaign ? [{ label: campaign.name, link: paths.push(campaign.uuid) }] : []),
];

import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { paths } from '~/lib/paths';
import { ListPage } from '../../list/list-page';
import { campaignQuery } from '../api';
import { groupsList } from './groups-list';

/** The groups of one campaign. */
export function GroupsPage() {
  const { campaignId } = useParams({ strict: false }) as { campaignId: string };
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const spec = useMemo(() => groupsList(campaign.id), [campaign.id]);
  return (
    <ListPage
      spec={spec}
      crumbs={[
        { label: 'Campaigns', link: { to: '/advertiser/campaigns' } },
        { label: campaign.name, link: paths.campaign(campaignId) },
      ]}
    />
  );
}

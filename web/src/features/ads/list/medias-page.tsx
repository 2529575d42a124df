import { IconUpload } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { paths } from '~/lib/paths';
import { buttonClass } from '~/ui/button';
import { campaignQuery, groupQuery } from '../../campaigns/api';
import { ListPage } from '../../list/list-page';
import { GroupContest } from '../contest/group-contest';
import { groupAdsList } from './group-ads-list';

/** The ads of one group: thumbnails, statuses, reject reasons. */
export function MediasPage() {
  const { campaignId, groupId } = useParams({ strict: false }) as { campaignId: string; groupId: string };
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const { data: group } = useSuspenseQuery(groupQuery(groupId));
  const spec = useMemo(() => groupAdsList(campaignId, groupId), [campaignId, groupId]);
  return (
    <ListPage
      spec={spec}
      more={
        <Link {...paths.mediasImport(campaignId, groupId)} className={buttonClass()}>
          <IconUpload size={16} aria-hidden />
          Import
        </Link>
      }
      above={<GroupContest group={group.id} />}
      crumbs={[
        { label: 'Campaigns', link: { to: '/advertiser/campaigns' } },
        { label: campaign.name, link: paths.campaign(campaignId) },
        { label: group.name, link: paths.group(campaignId, groupId) },
      ]}
    />
  );
}

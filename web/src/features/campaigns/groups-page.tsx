import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { paths } from '~/lib/paths';
import { buttonClass } from '~/ui/button';
import { PageHead } from '../frame/page-head';
import { campaignQuery } from './api';
import { GroupsList } from './groups-list';

/** The groups of one campaign. */
export function GroupsPage() {
  const { campaignId } = useParams({ strict: false }) as { campaignId: string };
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  return (
    <>
      <PageHead
        crumbs={[
          { label: 'Campaigns', link: { to: '/advertiser/campaigns' } },
          { label: campaign.name, link: { to: '/advertiser/campaigns/$campaignId', params: { campaignId } } },
        ]}
        actions={
          <Link {...paths.groupCreate(campaign.id)} className={buttonClass({ variant: 'accent' })}>
            <IconPlus size={16} aria-hidden />
            New group
          </Link>
        }
      />
      <GroupsList campaign={campaign} />
    </>
  );
}

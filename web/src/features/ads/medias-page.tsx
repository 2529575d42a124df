import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ListDefaults } from '~/lib/list';
import { paths } from '~/lib/paths';
import { buttonClass } from '~/ui/button';
import { Empty } from '~/ui/states';
import { campaignQuery, groupQuery } from '../campaigns/api';
import { PageHead } from '../frame/page-head';
import { StatsSwitch } from '../list/stats-switch';
import { useList } from '../list/use-list';
import { AD_TABS, AdsList } from './ads-list';

/** The list of one group's ads, here and on the group's own page. */
export const GROUP_ADS_LIST: ListDefaults = {
  name: 'ads',
  period: 'today',
  sort: 'id',
  dir: 'desc',
  count: 50,
  tabs: AD_TABS,
};

/** What stands where the first ad will. */
export function FirstAd({ campaignId, groupId }: { campaignId: string; groupId: string }) {
  return (
    <Empty
      first
      title="The first ad goes here"
      actions={
        <Link {...paths.mediaCreate(campaignId, groupId)} className={buttonClass({ variant: 'accent' })}>
          <IconPlus size={16} aria-hidden />
          New ad
        </Link>
      }
    >
      A title, two pictures, an address and a bid. A person reads it before it is shown.
    </Empty>
  );
}

/** The ads of one group: thumbnails, statuses, reject reasons. */
export function MediasPage() {
  const { campaignId, groupId } = useParams({ strict: false }) as { campaignId: string; groupId: string };
  const { data: campaign } = useSuspenseQuery(campaignQuery(campaignId));
  const { data: group } = useSuspenseQuery(groupQuery(groupId));
  const list = useList(GROUP_ADS_LIST);
  return (
    <>
      <PageHead
        crumbs={[
          { label: 'Campaigns', link: { to: '/advertiser/campaigns' } },
          { label: campaign.name, link: { to: '/advertiser/campaigns/$campaignId', params: { campaignId } } },
          {
            label: group.name,
            link: { to: '/advertiser/campaigns/$campaignId/groups/$groupId', params: { campaignId, groupId } },
          },
        ]}
        actions={
          <>
            <StatsSwitch list={list} />
            <Link {...paths.mediaCreate(campaignId, groupId)} className={buttonClass({ variant: 'accent' })}>
              <IconPlus size={16} aria-hidden />
              New ad
            </Link>
          </>
        }
      />
      <AdsList list={list} group={groupId} first={<FirstAd campaignId={campaignId} groupId={groupId} />} />
    </>
  );
}

import { Link } from '@tanstack/react-router';
import type { ListDefaults } from '~/lib/list';
import { buttonClass } from '~/ui/button';
import { Empty } from '~/ui/states';
import { PageHead } from '../frame/page-head';
import { StatsSwitch } from '../list/stats-switch';
import { useList } from '../list/use-list';
import { AD_TABS, AdsList } from './ads-list';

const LIST: ListDefaults = {
  name: 'all-ads',
  period: 'today',
  sort: 'shows_count',
  dir: 'desc',
  count: 20,
  tabs: AD_TABS,
};

/** Ads of all campaigns; many can be changed at once. */
export function AllAdsPage() {
  const list = useList(LIST);
  return (
    <>
      <PageHead crumbs={[{ label: 'Advertiser' }]} actions={<StatsSwitch list={list} />} />
      <AdsList
        list={list}
        group={null}
        first={
          <Empty
            first
            title="Your ads go here"
            actions={
              <Link to="/advertiser/campaigns" className={buttonClass({ variant: 'accent' })}>
                To campaigns
              </Link>
            }
          >
            Ads belong to a group of a campaign. Open a campaign, or make the first one.
          </Empty>
        }
      />
    </>
  );
}

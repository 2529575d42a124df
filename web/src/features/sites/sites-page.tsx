import { IconBell, IconEdit, IconLayoutGrid } from '@tabler/icons-react';
import { deleteSiteMutation, listSitesOptions } from '~/api/queries';
import type { Site } from '~/api/sdk';
import { LIST_SITES_ORDERS, SITE_STATUS_LABELS, SiteStatus } from '~/api/words';
import { tabsOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { SITE_STATUSES, statusOf } from '~/lib/statuses';
import { deletion, itsOrTheir } from '../list/actions';
import { byId } from '../list/change';
import { ListPage } from '../list/list-page';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { FirstSteps } from '../steps/first-steps';
import { bareDomain } from './domain';
import { DomainLink } from './domain-link';
import { incomeColumns, placesColumns } from './figures';
import { verificationStatus } from './verification';

const blocksOf = ({ blocks_count: count }: Site) => count;

const LIST: ListSpec<Site> = {
  name: 'sites',
  noun: ['site', 'sites'],
  rowName: (site) => site.name,
  told: ['listSites', 'getSite'],
  tabs: tabsOf(SITE_STATUS_LABELS, [SiteStatus.Approved, SiteStatus.Waiting, SiteStatus.Rejected, SiteStatus.Archived]),
  rows: ({ query }) => listSitesOptions({ query: query(LIST_SITES_ORDERS, SiteStatus) }),
  every: 60_000,
  search: { label: 'Search sites by name or id' },
  figures: {
    label: 'Figures of all sites',
    keys: ['money_web', 'shows_count_web', 'clicks_count', 'ctr', 'bid_web', 'cpm'],
  },
  metrics: {
    side: 'webmaster',
    shown: ['money_web', 'shows_count_web', 'clicks_count', 'ctr', 'cpm'],
  },
  named: { label: 'Site', sort: 'name', opens: ({ id }) => paths.site(id) },
  columns: [
    {
      id: 'domain',
      label: 'Domain',
      sort: 'domain',
      csv: ({ domain }) => bareDomain(domain),
      cell: ({ domain }) => <DomainLink domain={domain} />,
    },
    statusColumn((site) => statusOf(SITE_STATUSES, site.status_id), { why: (site) => site.reject_comment }),
    statusColumn((site) => verificationStatus(site.verification), { id: 'verification', label: 'Verification' }),
    // What it earns is seen without scrolling.
    ...incomeColumns<Site>(),
    'metrics',
    ...placesColumns<Site>(),
    {
      id: 'blocks',
      label: 'Blocks',
      sort: 'blocks_count',
      align: 'right',
      text: blocksOf,
      opens: ({ id }) => paths.blocks(id),
    },
  ],
  actions: [
    { label: 'Blocks and code', icon: IconLayoutGrid, to: ({ id }) => paths.site(id) },
    { label: 'Push', icon: IconBell, to: ({ id }) => paths.sitePush(id) },
    { label: 'Edit', icon: IconEdit, to: ({ id }) => paths.siteEdit(id) },
    '-',
    deletion(
      { each: byId(deleteSiteMutation) },
      (rows) => `${itsOrTheir(rows)} blocks go empty within a second. What they earned stays yours.`,
    ),
  ],
  first: {
    title: 'Your first site goes here',
    text: 'Tell its address and what it is about. A person looks at it, then its blocks earn money.',
    action: { label: 'New site', link: { to: '/webmaster/sites/create' } },
  },
};

/** All sites with their status and today's income. */
export const SitesPage = () => <ListPage spec={LIST} lead={<FirstSteps of="webmaster" />} />;

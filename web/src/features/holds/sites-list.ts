import { listNetworkSitesOptions } from '~/api/queries';
import type { HeldSite } from '~/api/sdk';
import { SITE_STATUS_LABELS, SiteStatus } from '~/api/words';
import { given, tabsOf, wordOf } from '~/lib/list';
import { paths } from '~/lib/paths';
import { SITE_STATUSES, statusOf } from '~/lib/statuses';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { personColumn } from '../money/user-name';

/** The tab of sites that are blocked or whose earnings are held back. */
const HELD = 'held';

/** All sites of the network; those of their clients for sales. */
export const SITES: ListSpec<HeldSite> = {
  name: 'network-sites',
  noun: ['site', 'sites'],
  rowName: ({ domain, name }) => domain || name,
  told: ['listNetworkSites', 'getUserSite'],
  tabs: [
    ...tabsOf(SITE_STATUS_LABELS, [
      SiteStatus.Waiting,
      SiteStatus.Approved,
      SiteStatus.Rejected,
      SiteStatus.Blocked,
      SiteStatus.Archived,
    ]),
    { value: HELD, label: 'Held', status: HELD },
  ],
  rows: ({ plain, state: { tab } }) =>
    listNetworkSitesOptions({
      query: {
        ...plain,
        ...given({ status_id: wordOf(SiteStatus, tab?.status), is_held: tab?.status === HELD ? 1 : undefined }),
      },
    }),
  search: { label: 'Search sites', placeholder: 'Domain, name or id' },
  named: {
    id: 'domain',
    label: 'Site',
    opens: ({ id }) => paths.networkSite(id),
  },
  columns: [
    { id: 'name', label: 'Name', quiet: true, text: ({ name, domain }) => (name === domain ? null : name) },
    personColumn('webmaster', 'Webmaster', ({ webmaster_id: id, webmaster_email: email }) => ({ id, email })),
    statusColumn(({ status_id: status }) => statusOf(SITE_STATUSES, status)),
    {
      id: 'held',
      label: 'Held back',
      money: ({ earnings_held_reason: reason, earnings_held: dollars }) => (reason ? dollars : null),
    },
    // A reason is read here as a whole: a text would end in dots.
    {
      id: 'why',
      label: 'Why',
      cell: ({ earnings_held_reason: reason, reject_comment: comment }) => reason ?? comment,
    },
  ],
  first: { title: 'There is no site yet', text: 'Sites of webmasters appear here as soon as they are added.' },
  none: { text: 'No site fits what is chosen above.' },
};

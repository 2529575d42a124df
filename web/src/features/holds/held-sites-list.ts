import { linkOptions } from '@tanstack/react-router';
import { listHeldSitesOptions } from '~/api/queries';
import type { HeldSite } from '~/api/sdk';
import { SITE_STATUSES, statusOf } from '~/lib/statuses';
import { allOf } from '../list/locally';
import type { ListSpec } from '../list/spec';
import { statusColumn } from '../list/status-column';
import { personColumn } from '../money/user-name';

/** Sites that are blocked or whose earnings are held back. */
export const HELD_SITES: ListSpec<HeldSite> = {
  name: 'held-sites',
  noun: ['site', 'sites that are held'],
  rowName: ({ domain }) => domain,
  told: ['listHeldSites'],
  sizes: false,
  rows: allOf(listHeldSitesOptions, { words: ({ domain }) => domain }),
  named: {
    id: 'domain',
    label: 'Site',
    opens: ({ id }) => linkOptions({ to: '/admin/sites', search: { site_id: id } }),
    aside: () => null,
  },
  columns: [
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
  first: { title: 'No site is held', text: 'One that is blocked, or whose earnings are held back, appears here.' },
};

import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { createAppRouter } from '../router';
import { currentOf, navOf } from './nav';

const routes = Object.values(createAppRouter(createMemoryHistory(), '/').routesById);
const labels = (...asked: [Parameters<typeof navOf>[1], number]) =>
  navOf(routes, asked[0], { type_id: asked[1] }).map((item) => item.label);

it('lists what routes declare for a cabinet, from the top', () => {
  expect(labels('advertiser', 1)).toEqual([
    'Campaigns',
    'All ads',
    'Push ads',
    'Rules',
    'Statistics',
    'Clicks',
    'Finance',
    'Referrals',
  ]);
  expect(labels('webmaster', 1)).toEqual([
    'Sites',
    'Statistics',
    'Clicks',
    'Finance',
    'Payments',
    'Wallets',
    'Referrals',
  ]);
  expect(labels('admin', 12)).toEqual([
    'Overview',
    'Moderation',
    'Messages',
    'Users',
    'Sites',
    'Offers',
    'Teams',
    'Payouts',
    'Wallets',
    'Deposits',
    'Corrections',
    'Promo codes',
    'Payment systems',
    'Ledger',
    'Statistics',
    'Delivery',
    'Traffic quality',
    'Texts',
    'Dictionaries',
    'Templates',
    'Settings',
    'Mail',
    'System',
    'Audit log',
  ]);
  expect(labels(null, 1)).toEqual(['Notices', 'Account']);
});

it('leaves out what sales may not open', () => {
  expect(labels('admin', 13)).toEqual([
    'Overview',
    'Moderation',
    'Messages',
    'Users',
    'Sites',
    'Offers',
    'Teams',
    'Deposits',
    'Statistics',
    'Delivery',
    'Dictionaries',
    'Templates',
    'Audit log',
  ]);
});

it.each([
  ['admin', '/admin', 'Overview'],
  ['admin', '/en/admin/users/7', 'Users'],
  ['admin', '/admin/nothing', undefined],
  ['webmaster', '/webmaster/finance', 'Finance'],
  ['webmaster', '/webmaster/finance/payments', 'Payments'],
  ['advertiser', '/advertiser/campaigns/push/1', 'Campaigns'],
  ['advertiser', '/account', undefined],
] as const)('knows to which entry of %s the address %s belongs', (cabinet, path, label) => {
  expect(currentOf(navOf(routes, cabinet, { type_id: 12 }), path)?.label).toBe(label);
});

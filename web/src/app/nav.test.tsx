import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { createAppRouter } from '../router';
import { navOf } from './nav';

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
    'Moderation',
    'Users',
    'Teams',
    'Offers',
    'Sites',
    'Delivery',
    'Traffic quality',
    'Statistics',
    'Payouts',
    'Wallets',
    'Deposits',
    'Corrections',
    'Promo codes',
    'Payment systems',
    'Ledger',
    'Messages',
    'Texts',
    'Mail',
    'System',
    'Audit log',
    'Settings',
  ]);
  expect(labels(null, 1)).toEqual(['Notices', 'Account']);
});

it('leaves out what sales may not open', () => {
  expect(labels('admin', 13)).toEqual([
    'Moderation',
    'Users',
    'Teams',
    'Offers',
    'Sites',
    'Delivery',
    'Statistics',
    'Deposits',
    'Messages',
    'Audit log',
  ]);
});

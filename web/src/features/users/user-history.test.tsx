import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { AuditEntry } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { UserHistory } from './user-history';

const entry = (id: number, more: Partial<AuditEntry>): AuditEntry => ({
  id,
  at: `2026-11-24T10:0${id}:00Z`,
  actor: { id: 7, email: 'anna@x.org' },
  acting_as: null,
  action: 'stop_ad',
  subject: 'ad',
  subject_id: 88_130,
  name: null,
  before: null,
  after: null,
  address: '',
  ...more,
});

afterEach(() => vi.unstubAllGlobals());

it('says what was done to what, by whom, and as whom', async () => {
  stubApi({
    'GET /api/admin/audit_log': ok({
      data: [
        entry(1, { name: 'Solar roof' }),
        entry(2, { acting_as: { id: 9, email: 'client@x.org' } }),
        entry(3, { actor: null }),
        entry(4, {
          action: 'refuse_call',
          subject: 'user',
          subject_id: 9,
          after: {
            operation: 'update_user',
            path: 'PUT /api/admin/users/9',
            why: 'Only the network’s owner may do this.',
          },
        }),
        entry(5, {
          action: 'confirm_deposit',
          subject: 'deposit',
          subject_id: 409,
          before: { confirm_by: 8, confirm_amount: 500, status: 'Pending' },
          after: { deposit: {}, amount: 500 },
        }),
      ],
      pagination: { current_page: 1, last_page: 1, per_page: 50, total: 5 },
    }),
    'GET /api/admin/users/8': ok({ data: { id: 8, email: 'priya@x.org' } }),
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/targeting/device_types': ok({ data: [] }),
    'GET /api/targeting/os': ok({ data: [] }),
    'GET /api/targeting/browsers': ok({ data: [] }),
    'GET /api/targeting/categories': ok({ data: [] }),
  });
  showAt('/here', <UserHistory user={9} />);
  const rows = await screen.findAllByRole('listitem');
  const [named, acting, ofSystem, tried, checked] = rows.map((row) => within(row));
  expect(named?.getByText('Solar roof')).toBeInTheDocument();
  expect(named?.getByText(/by anna@x\.org, as themselves/)).toBeInTheDocument();
  expect(acting?.getByText('88130')).toBeInTheDocument();
  expect(acting?.getByText('logged in as client@x.org')).toBeInTheDocument();
  expect(acting?.queryByText(/as themselves/)).not.toBeInTheDocument();
  expect(ofSystem?.getByText(/by the system/)).toBeInTheDocument();
  expect(tried?.getByText(/Tried to update user; refused: Only the network’s owner/)).toBeInTheDocument();
  expect(tried?.queryByRole('button')).not.toBeInTheDocument();
  expect(await screen.findByText(/confirmed by priya@x\.org, checked by anna@x\.org/)).toBeInTheDocument();
  expect(checked?.queryByText(/as themselves/)).not.toBeInTheDocument();
});

type Decision = [action: string, before: object, after: object, by: RegExp];

const ALONE = /^by anna@x\.org, as themselves$/;

it.each<Decision>([
  ['approve_correction', { made_by: 8 }, {}, /^made by priya@x\.org, checked by anna@x\.org$/],
  ['approve_promo_code', { made_by: 8 }, {}, /^made by priya@x\.org, checked by anna@x\.org$/],
  ['pay_payout', { approved_by: 8 }, {}, /^approved by priya@x\.org, paid by anna@x\.org$/],
  ['pay_payout', { approved_by: 7 }, {}, ALONE],
  ['confirm_deposit', { confirm_by: 8, confirm_amount: 9_000 }, { amount: 500 }, ALONE],
  // Who approved, made or confirmed it once has no part in what was done later.
  ['hold_payout', { approved_by: 8 }, {}, ALONE],
  ['return_payout', { approved_by: 8 }, {}, ALONE],
  ['end_promo_code', { made_by: 8, approved_by: 8 }, {}, ALONE],
  ['refund_deposit', { confirm_by: 8, confirm_amount: 500 }, { amount: 500 }, ALONE],
])('names both persons of %s %j alone where two decided', async (action, before, after, by) => {
  stubApi({
    'GET /api/admin/audit_log': ok({
      data: [entry(1, { action, before, after })],
      pagination: { current_page: 1, last_page: 1, per_page: 50, total: 1 },
    }),
    'GET /api/admin/users/8': ok({ data: { id: 8, email: 'priya@x.org' } }),
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/targeting/device_types': ok({ data: [] }),
    'GET /api/targeting/os': ok({ data: [] }),
    'GET /api/targeting/browsers': ok({ data: [] }),
    'GET /api/targeting/categories': ok({ data: [] }),
  });
  showAt('/here', <UserHistory user={9} />);
  expect(await screen.findByText(by)).toBeInTheDocument();
});

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
          before: { confirm_by: 8, status: 'Pending' },
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
  expect(await screen.findByText(/made by priya@x\.org, checked by anna@x\.org/)).toBeInTheDocument();
  expect(checked?.queryByText(/as themselves/)).not.toBeInTheDocument();
});

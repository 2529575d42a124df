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
      ],
      pagination: { current_page: 1, last_page: 1, per_page: 50, total: 3 },
    }),
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/targeting/device_types': ok({ data: [] }),
    'GET /api/targeting/os': ok({ data: [] }),
    'GET /api/targeting/browsers': ok({ data: [] }),
    'GET /api/targeting/categories': ok({ data: [] }),
  });
  showAt('/here', <UserHistory user={9} />);
  const rows = await screen.findAllByRole('listitem');
  const [named, acting, ofSystem] = rows.map((row) => within(row));
  expect(named?.getByText('Solar roof')).toBeInTheDocument();
  expect(named?.getByText(/by anna@x\.org, as themselves/)).toBeInTheDocument();
  expect(acting?.getByText('88130')).toBeInTheDocument();
  expect(acting?.getByText('logged in as client@x.org')).toBeInTheDocument();
  expect(acting?.queryByText(/as themselves/)).not.toBeInTheDocument();
  expect(ofSystem?.getByText(/by the system/)).toBeInTheDocument();
});

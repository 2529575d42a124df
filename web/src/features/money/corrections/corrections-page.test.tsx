import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CorrectionStatus, UserType } from '~/api/words';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { CorrectionsPage } from './corrections-page';

const PAGINATION = { current_page: 1, last_page: 1, per_page: 50, total: 0 };

const correction = (id: number, user: number) => ({
  id,
  status_id: CorrectionStatus.Waiting,
  amount: 5,
  reason: 'Booked twice',
  user: { id: user, email: `user${user}@example.com` },
  created_by: { id: 1, email: 'god@example.com' },
  created_at: '2026-11-20T10:00:00Z',
});

beforeEach(() => {
  localStorage.clear();
  session.begin({ access_token: `x.${btoa('{"sub":"1","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

it.each([
  ['?status=booked&q=once&page=2&user=7', 7, { user: 7 }],
  ['?status=booked&user=7', 8, {}],
])('shows a new correction in the list that was %s', async (search, user, left) => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }),
    'GET /api/admin/users': ok({ data: [], pagination: PAGINATION }),
    'GET /api/admin/users/7': ok({ data: { id: 7, email: 'user7@example.com' } }),
    'GET /api/admin/corrections': ok({ data: [], pagination: PAGINATION }),
    'POST /api/admin/corrections': ok({ data: correction(3, user) }),
  });
  const router = showAt(`/admin/corrections${search}`, <CorrectionsPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'New correction' }));
  fill(await screen.findByLabelText(/^Amount/), '5');
  fill(screen.getByLabelText(/^Reason/), 'Booked twice');
  fireEvent.click(screen.getByRole('button', { name: 'Give the money' }));
  await waitFor(() => expect(router.state.location.search).toEqual(left));
});

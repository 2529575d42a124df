import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AdminUser } from '~/api/sdk';
import { UserType } from '~/api/words';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { TermsForm } from './terms-form';

beforeEach(() => {
  session.begin({ access_token: `x.${btoa('{"sub":"1","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

const USER = {
  id: 9,
  email: 'web@x.example',
  type_id: UserType.Ordinary,
  version: 4,
  is_trusted: false,
  manager: null,
  team: null,
  minimum_bid: null,
  share_basis_points: 8000,
} as unknown as AdminUser;

it('agrees on a share in percent, and sends it alone', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }),
    'GET /api/admin/users': ok({ data: [], pagination: { total: 0 } }),
    'PUT /api/admin/users/9': ok({ data: { ...USER, version: 5, share_basis_points: 7250 } }),
  });
  showAt('/here', <TermsForm user={USER} readOnly={false} />);
  const share = await screen.findByLabelText('Webmaster’s share, %');
  expect(share).toHaveValue('80');
  fill(share, '101');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('From 0 to 100 per cent, 2 decimals.')).toBeInTheDocument();
  fill(share, '72,5');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await waitFor(() => expect(sent()).toEqual([{ share_basis_points: 7250, version: 4 }]));
});

import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UserType } from '~/api/words';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { TeamsPage } from './teams-page';

beforeEach(() => {
  localStorage.clear();
  session.begin({ access_token: `x.${btoa('{"sub":"1","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

it('shows a new team in the list, whatever was searched for', async () => {
  let teams = [{ id: 1, name: 'North', managers: [] }];
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }),
    'GET /api/admin/teams': () => ok({ data: teams }),
    'POST /api/admin/teams': () => {
      const made = { id: 2, name: 'South', managers: [] };
      teams = [...teams, made];
      return ok({ data: made });
    },
  });
  showAt('/admin/teams?q=north', <TeamsPage />);
  await screen.findByText('North');
  fireEvent.click(await screen.findByRole('button', { name: 'New team' }));
  fill(await screen.findByLabelText('Name'), 'South');
  fireEvent.click(screen.getByRole('button', { name: 'Make the team' }));
  expect(await screen.findByRole('row', { name: /South/ })).toBeInTheDocument();
});

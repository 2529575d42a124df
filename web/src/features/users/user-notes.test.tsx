import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserNote } from '~/api/sdk';
import { UserType } from '~/api/words';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { UserNotes } from './user-notes';

beforeEach(() => {
  localStorage.clear();
  session.begin({ access_token: `x.${btoa('{"sub":"1","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

const note = (id: number, text: string, is_editable: boolean): UserNote => ({
  id,
  text,
  is_editable,
  is_pinned: false,
  author: { id: 7, email: 'sales@x.example' },
  created_at: '2026-01-01T00:00:00Z',
  edited_at: null,
  version: 1,
});

it('shows notes, and offers a change of those that may be changed', async () => {
  let notes = [note(2, 'Pays by invoice\nuntil June', false), note(1, 'Calls back', true)];
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.Sales } }),
    'GET /api/admin/users/5/notes': () => ok({ data: notes }),
    'POST /api/admin/users/5/notes': () => {
      const made = note(3, 'Wants article ads', true);
      notes = [made, ...notes];
      return ok({ data: made });
    },
  });
  showAt('/admin/users/5', <UserNotes user={5} isDeleted={false} />);
  const list = await screen.findByRole('list', { name: 'Notes' });
  const [others, own] = within(list).getAllByRole('listitem');
  expect(others).toHaveTextContent('Pays by invoice until June');
  expect(within(others as HTMLElement).queryByRole('button')).toBeNull();
  expect(
    within(own as HTMLElement).getByRole('button', { name: 'More for the note of sales@x.example' }),
  ).toBeVisible();

  fireEvent.click(screen.getByRole('button', { name: 'Write a note' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep the note' }));
  expect(await screen.findByText('A note says something.')).toBeVisible();
  fill(screen.getByLabelText('Note'), ' Wants article ads ');
  fireEvent.click(screen.getByRole('switch', { name: 'Keep above the others' }));
  fireEvent.click(screen.getByRole('button', { name: 'Keep the note' }));
  expect(await within(list).findByText('Wants article ads')).toBeVisible();
  const sent = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toEqual([{ text: 'Wants article ads', is_pinned: true }]);
});

it('has nothing to write of whoever is gone', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, type_id: UserType.God } }),
    'GET /api/admin/users/5/notes': ok({ data: [] }),
  });
  showAt('/admin/users/5', <UserNotes user={5} isDeleted />);
  expect(await screen.findByText('No note yet')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Write a note' })).toBeNull();
});

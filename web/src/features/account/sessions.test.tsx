import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { SessionResource } from '~/api/sdk';
import { UserType } from '~/api/words';
import { session as login } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { Sessions } from './sessions';

const session = (id: number, browser: string, is_current: boolean): SessionResource => ({
  id,
  browser,
  os: 'Linux',
  user_agent: '',
  address: `192.0.2.${id}`,
  created_at: '2026-11-20T10:00:00Z',
  seen_at: '2026-11-20T11:00:00Z',
  is_current,
});
const ALL = [session(1, 'Firefox', false), session(2, 'Chrome', true), session(3, 'Safari', false)];

afterEach(() => vi.unstubAllGlobals());

it('has this device first, ends another one at once, and leads to the heading', async () => {
  let rows = ALL;
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/account/sessions': () => ok({ data: rows }),
    'DELETE /api/account/sessions/3': () => {
      rows = ALL.slice(0, 2);
      return { status: 204 };
    },
  });
  showAt('/account', <Sessions />);
  expect(await screen.findByText('This device')).toBeInTheDocument();
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent);
  expect(lines[0]).toMatch(/^Chrome on LinuxThis device.*In use now/);
  expect(lines[1]).toMatch(/^Firefox on Linux.*Seen /);
  expect(within(screen.getAllByRole('listitem')[0] as HTMLElement).queryByRole('button')).not.toBeInTheDocument();
  const end = screen.getByRole('button', { name: 'End the session: Safari on Linux, 192.0.2.3' });
  end.focus();
  fireEvent.click(end);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Sessions' })).toHaveFocus());
  expect(screen.queryByText('Safari on Linux')).not.toBeInTheDocument();
});

it('ends one session by a double click, under which the next one comes', async () => {
  let rows = ALL;
  const end = (id: number) => () => {
    rows = rows.filter((row) => row.id !== id);
    return { status: 204 };
  };
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/account/sessions': () => ok({ data: rows }),
    'DELETE /api/account/sessions/1': end(1),
    'DELETE /api/account/sessions/3': end(3),
  });
  showAt('/account', <Sessions />);
  const ends = () => screen.getAllByRole('button', { name: /^End the session/ });
  fireEvent.click((await screen.findAllByRole('button', { name: /^End the session/ }))[0] as HTMLElement, {
    detail: 1,
  });
  await waitFor(() => expect(ends()).toHaveLength(1));
  fireEvent.click(ends()[0] as HTMLElement, { detail: 2 });
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(ends()).toHaveLength(1);
  expect(rows).toEqual(ALL.slice(1));
});

it('is closed while the staff works as the user', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({
      data: { id: 7, acting: { id: 9, email: 'sales@x.org', name: '', type_id: UserType.Sales } },
    }),
    'GET /api/account/sessions': ok({ data: ALL }),
  });
  login.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
  showAt('/account', <Sessions />);
  expect(await screen.findByText(/Only the owner of the account can change sessions/)).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Sessions' })).toBeInTheDocument();
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
  act(() => login.end('logout'));
});

it('ends all others after a question', async () => {
  let rows = ALL;
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/account/sessions': () => ok({ data: rows }),
    'DELETE /api/account/sessions': () => {
      rows = ALL.slice(1, 2);
      return { status: 204 };
    },
  });
  showAt('/account', <Sessions />);
  fireEvent.click(await screen.findByRole('button', { name: 'End all others' }));
  fireEvent.click(await screen.findByRole('button', { name: 'End 2' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'End all others' })).not.toBeInTheDocument();
});

import { notifications } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { User } from '~/api/sdk';
import { useUser } from '~/app/queries';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { Address } from './address';
import { Password } from './password';

function Page() {
  const user = useUser();
  return user ? (
    <>
      <Address user={user} />
      <Password user={user} />
    </>
  ) : null;
}

afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

it('shows no address that waits after a change of the password, which drops it', async () => {
  let user = { id: 7, email: 'ada@shop.example', pending_email: 'eve@shop.example' } as User;
  stubApi({
    'GET /api/oauth2/user': () => ok({ data: user }),
    'PUT /api/account/password': () => {
      user = { ...user, pending_email: null };
      return { status: 204 };
    },
  });
  const token = `x.${btoa('{"sub":"7","sid":1}')}.x`;
  session.begin({ access_token: token, refresh_token: 'r', expires_in: 3600 });
  showAt('/account', <Page />);
  expect(await screen.findByText('eve@shop.example')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
  fill(screen.getByLabelText('Current password'), 'Placard-demo-1');
  fill(screen.getByLabelText('New password'), 'Placard-demo-2');
  await userEvent.click(screen.getByRole('button', { name: 'Change the password' }));
  await waitFor(() => expect(screen.queryByRole('form')).not.toBeInTheDocument());
  expect(screen.queryByText('eve@shop.example')).not.toBeInTheDocument();
});

it('ends API tokens unless they are kept', async () => {
  const token = { id: 4, name: 'Script', prefix: 'plc_a', scopes: [], created_at: '2026-01-02T00:00:00Z' };
  const calls = stubApi({
    'GET /api/oauth2/user': () => ok({ data: { id: 7, email: 'ada@shop.example' } }),
    'GET /api/account/tokens': () => ok({ data: [token], scopes: [] }),
    'PUT /api/account/password': () => ({ status: 204 }),
  });
  const said = vi.spyOn(notifications, 'show');
  showAt('/account', <Password user={{ id: 7, email: 'ada@shop.example' } as User} />);
  const change = async (next: string, keep: boolean) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
    fill(screen.getByLabelText('Current password'), 'Placard-demo-1');
    fill(screen.getByLabelText('New password'), next);
    const box = await screen.findByRole('checkbox', { name: 'Keep my API token' });
    if (keep) await userEvent.click(box);
    await userEvent.click(screen.getByRole('button', { name: 'Change the password' }));
    await waitFor(() => expect(screen.queryByRole('form')).not.toBeInTheDocument());
    return calls.findLast((call) => call.method === 'PUT')?.body;
  };
  const message = () => said.mock.lastCall?.[0].message;
  expect(await change('Placard-demo-2', false)).toMatchObject({ keep_api_tokens: false });
  expect(message()).toBe('All other sessions and API tokens were ended.');
  expect(await change('Placard-demo-3', true)).toMatchObject({ keep_api_tokens: true });
  expect(message()).toBe('All other sessions were ended.');
});

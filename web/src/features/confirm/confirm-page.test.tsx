import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { ConfirmPage } from './confirm-page';

function open(status_id: number): void {
  stubApi({ 'GET /api/confirm': { status: 410 }, 'GET /api/oauth2/user': ok({ data: { id: 7, status_id } }) });
  const token = `x.${btoa('{"sub":"7","sid":1}')}.x`;
  session.begin({ access_token: token, refresh_token: 'r', expires_in: 3600 });
  showAt('/confirm?token=old', <ConfirmPage kind="account" token="old" />);
}

afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

it('leads whoever waits for a confirmation to a new link', async () => {
  open(1);
  expect(await screen.findByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', '/account/confirm');
});

it.each(['old', ''])('leads whoever is not logged in to the login and to the sign-up: %j', async (token) => {
  stubApi({ 'GET /api/confirm': { status: 410 } });
  showAt('/confirm', <ConfirmPage kind="account" token={token} />);
  expect(await screen.findByRole('link', { name: 'Log in for a new link' })).toHaveAttribute('href', '/account/login');
  expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/singup');
});

it('leads confirmed users to their cabinet', async () => {
  open(3);
  expect(await screen.findByRole('link', { name: 'To your cabinet' })).toHaveAttribute('href', '/');
});

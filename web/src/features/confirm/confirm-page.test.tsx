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

it('leads confirmed users to their cabinet', async () => {
  open(3);
  expect(await screen.findByRole('link', { name: 'To your cabinet' })).toHaveAttribute('href', '/');
});

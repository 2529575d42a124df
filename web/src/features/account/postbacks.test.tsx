import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { Postbacks } from './postbacks';

afterEach(() => vi.unstubAllGlobals());

it('makes a secret, shows it once, and puts its place into the address', async () => {
  let secret: { is_set: boolean; created_at: string | null } = { is_set: false, created_at: null };
  stubApi({
    'GET /api/advertiser/postback_secret': () => ok({ data: secret }),
    'POST /api/advertiser/postback_secret': () => {
      secret = { is_set: true, created_at: '2026-11-21T10:00:00Z' };
      return ok({ data: { secret: 'SECRET-1' } });
    },
  });
  showAt('/en/account', <Postbacks />);
  await userEvent.click(await screen.findByRole('button', { name: 'Make a secret' }));
  expect(await screen.findByText('SECRET-1')).toBeInTheDocument();
  expect(await screen.findByText(/&secret=SECRET-1$/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText('SECRET-1')).not.toBeInTheDocument();
  expect(screen.getByText(/&secret=YOUR_SECRET$/)).toBeInTheDocument();
});

it('is removed after a question', async () => {
  let secret: { is_set: boolean; created_at: string | null } = { is_set: true, created_at: '2026-11-21T10:00:00Z' };
  stubApi({
    'GET /api/advertiser/postback_secret': () => ok({ data: secret }),
    'DELETE /api/advertiser/postback_secret': () => {
      secret = { is_set: false, created_at: null };
      return { status: 204 };
    },
  });
  showAt('/account', <Postbacks />);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the secret' }));
  expect(await screen.findByRole('button', { name: 'Make a secret' })).toBeInTheDocument();
});

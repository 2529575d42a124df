import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { ApiTokenResource } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { Tokens } from './tokens';

const SCOPES = [
  { name: 'statistics:read', label: 'Read statistics' },
  { name: 'advertiser:write', label: 'Change campaigns' },
];
const OLD: ApiTokenResource = {
  id: 4,
  name: 'Old script',
  prefix: 'plc_a1b2',
  scopes: ['statistics:read'],
  created_at: '2026-01-02T00:00:00Z',
  expires_at: '2026-02-02T00:00:00Z',
  last_used_at: null,
};
const FACTOR_OFF = ok({ data: { is_on: false, is_required: false, recovery_codes_left: 0 } });

afterEach(() => vi.unstubAllGlobals());

it('makes a token with scopes and an end, shows it once, and keeps only its prefix', async () => {
  let tokens: ApiTokenResource[] = [];
  const calls = stubApi({
    'GET /api/account/second_factor': FACTOR_OFF,
    'GET /api/account/tokens': () => ok({ data: tokens, scopes: SCOPES }),
    'POST /api/account/tokens': ({ body }) => {
      const made = { ...OLD, id: 5, name: 'Nightly', scopes: ['statistics:read'], prefix: 'plc_9z' };
      tokens = [made];
      return ok({ data: { ...made, ...(body as object), token: 'plc_9zSECRET' } });
    },
  });
  showAt('/en/account', <Tokens />);
  expect(await screen.findByText('No token yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', '/en/apiDoc');
  await userEvent.click(screen.getByRole('button', { name: 'New token' }));
  const form = within(screen.getByRole('form', { name: 'New token' }));
  await userEvent.click(form.getByRole('button', { name: 'Make the token' }));
  expect(form.getByText('A name is needed, so that you know it later.')).toBeInTheDocument();
  expect(form.getByText('Choose what the token may do.')).toBeInTheDocument();
  expect(form.getByText('Your password is needed.')).toBeInTheDocument();
  fill(form.getByLabelText('Name'), ' Nightly ');
  fill(form.getByLabelText('Your password'), 'Placard-demo-1');
  await userEvent.click(form.getByRole('checkbox', { name: /Read statistics/ }));
  await userEvent.click(form.getByRole('button', { name: 'Make the token' }));

  expect(await screen.findByText('plc_9zSECRET')).toBeInTheDocument();
  const sent = calls.find((call) => call.method === 'POST')?.body as { expires_at: string };
  expect(sent).toMatchObject({ name: 'Nightly', scopes: ['statistics:read'], password: 'Placard-demo-1' });
  const days = (Date.parse(sent.expires_at) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);

  await userEvent.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText('plc_9zSECRET')).not.toBeInTheDocument();
  expect(within(await screen.findByRole('list', { name: 'API tokens' })).getByText('plc_9z…')).toBeInTheDocument();
});

it('asks for a code where the second factor is on', async () => {
  const calls = stubApi({
    'GET /api/account/second_factor': ok({ data: { is_on: true, is_required: false, recovery_codes_left: 9 } }),
    'GET /api/account/tokens': ok({ data: [], scopes: SCOPES }),
    'POST /api/account/tokens': ok({ data: { ...OLD, token: 'plc_x' } }),
  });
  showAt('/account', <Tokens />);
  await waitFor(() => expect(calls).toHaveLength(2));
  await userEvent.click(await screen.findByRole('button', { name: 'New token' }));
  fill(screen.getByLabelText('Name'), 'Nightly');
  await userEvent.click(screen.getByRole('checkbox', { name: /Read statistics/ }));
  fill(screen.getByLabelText('Your password'), 'Placard-demo-1');
  fill(screen.getByLabelText('Code of the second factor'), '123 456');
  await userEvent.click(screen.getByRole('button', { name: 'Make the token' }));
  await screen.findByText('plc_x');
  expect(calls.find((call) => call.method === 'POST')?.body).toMatchObject({ otp: '123456' });
});

it('is deleted after a question', async () => {
  let tokens = [OLD];
  stubApi({
    'GET /api/account/second_factor': FACTOR_OFF,
    'GET /api/account/tokens': () => ok({ data: tokens, scopes: SCOPES }),
    'DELETE /api/account/tokens/4': () => {
      tokens = [];
      return { status: 204 };
    },
  });
  showAt('/account', <Tokens />);
  expect(await screen.findByText('Expired')).toBeInTheDocument();
  expect(screen.getByText('Never used')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Delete the token Old script' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 1' }));
  expect(await screen.findByText('No token yet')).toBeInTheDocument();
});

it('says nothing of an empty list after the first token was made, until the list is there', async () => {
  let tokens: ApiTokenResource[] = [];
  let go = () => {};
  let held: Promise<void> | null = null;
  stubApi({
    'GET /api/account/second_factor': FACTOR_OFF,
    'GET /api/account/tokens': () => ok({ data: tokens, scopes: SCOPES }),
    'POST /api/account/tokens': () => {
      tokens = [OLD];
      held = new Promise((resolve) => {
        go = resolve;
      });
      return ok({ data: { ...OLD, token: 'plc_x' } });
    },
  });
  const asked = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: Request) => {
    if (input.method === 'GET') await held;
    return asked(input);
  });
  showAt('/account', <Tokens />);
  expect(await screen.findByText('No token yet')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'New token' }));
  fill(screen.getByLabelText('Name'), 'Old script');
  await userEvent.click(screen.getByRole('checkbox', { name: /Read statistics/ }));
  fill(screen.getByLabelText('Your password'), 'Placard-demo-1');
  await userEvent.click(screen.getByRole('button', { name: 'Make the token' }));
  expect(await screen.findByText('plc_x', {}, { timeout: 3000 })).toBeInTheDocument();
  expect(screen.queryByText('No token yet')).not.toBeInTheDocument();
  expect(screen.getByText('Loading: API tokens')).toBeInTheDocument();
  await act(async () => go());
  expect(await screen.findByRole('list', { name: 'API tokens' })).toBeInTheDocument();
});

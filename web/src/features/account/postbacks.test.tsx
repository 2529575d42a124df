import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, refused, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { Postbacks } from './postbacks';

type Secret = { is_set: boolean; created_at: string | null };
const NONE: Secret = { is_set: false, created_at: null };
const MADE: Secret = { is_set: true, created_at: '2026-11-21T10:00:00Z' };
const factor = (is_on: boolean) => ok({ data: { is_on, is_required: false, recovery_codes_left: 0 } });

afterEach(() => vi.unstubAllGlobals());

/** Types the password, and sends the form by its button. */
async function prove(button: string): Promise<void> {
  fill(await screen.findByLabelText('Your password'), 'Placard-demo-1');
  await userEvent.click(screen.getByRole('button', { name: button }));
}

it('makes a secret by the password, shows it once, and puts its place into the address', async () => {
  let secret = NONE;
  const calls = stubApi({
    'GET /api/account/second_factor': factor(false),
    'GET /api/advertiser/postback_secret': () => ok({ data: secret }),
    'POST /api/advertiser/postback_secret': () => {
      secret = MADE;
      return ok({ data: { secret: 'SECRET-1' } });
    },
  });
  showAt('/en/account', <Postbacks />);
  await userEvent.click(await screen.findByRole('button', { name: 'Make a secret' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Make the secret' }));
  expect(screen.getByText('Your password is needed.')).toBeInTheDocument();
  await prove('Make the secret');
  expect(await screen.findByText('SECRET-1')).toBeInTheDocument();
  expect(await screen.findByText(/&secret=SECRET-1$/)).toBeInTheDocument();
  expect(calls.filter((call) => call.method === 'POST').map((call) => call.body)).toEqual([
    { password: 'Placard-demo-1' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText('SECRET-1')).not.toBeInTheDocument();
  expect(screen.getByText(/&secret=YOUR_SECRET$/)).toBeInTheDocument();
});

it('is removed by password and code where the second factor is on', async () => {
  let secret = MADE;
  const calls = stubApi({
    'GET /api/account/second_factor': factor(true),
    'GET /api/advertiser/postback_secret': () => ok({ data: secret }),
    'DELETE /api/advertiser/postback_secret': () => {
      secret = NONE;
      return { status: 204 };
    },
  });
  showAt('/account', <Postbacks />);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  fill(await screen.findByLabelText('Code of the second factor'), '123 456');
  await prove('Remove the secret');
  expect(await screen.findByRole('button', { name: 'Make a secret' })).toBeInTheDocument();
  expect(calls.find((call) => call.method === 'DELETE')?.body).toEqual({ password: 'Placard-demo-1', otp: '123456' });
});

it('says at the field that the password is wrong', async () => {
  stubApi({
    'GET /api/account/second_factor': factor(false),
    'GET /api/advertiser/postback_secret': ok({ data: NONE }),
    'POST /api/advertiser/postback_secret': refused({ password: ['is not correct'] }),
  });
  showAt('/account', <Postbacks />);
  await userEvent.click(await screen.findByRole('button', { name: 'Make a secret' }));
  await prove('Make the secret');
  expect(await screen.findByText('Is not correct.')).toBeInTheDocument();
});

it('warns before it replaces a secret that was made elsewhere meanwhile', async () => {
  let secret = NONE;
  const calls = stubApi({
    'GET /api/account/second_factor': factor(false),
    'GET /api/advertiser/postback_secret': () => ok({ data: secret }),
    'POST /api/advertiser/postback_secret': ok({ data: { secret: 'SECRET-2' } }),
  });
  const made = () => calls.filter((call) => call.method === 'POST').length;
  showAt('/account', <Postbacks />);
  const button = await screen.findByRole('button', { name: 'Make a secret' });
  secret = MADE;
  await userEvent.click(button);
  expect(await screen.findByText('Make another secret?')).toBeInTheDocument();
  expect(made()).toBe(0);
  await prove('Make another one');
  expect(await screen.findByText('SECRET-2')).toBeInTheDocument();
  expect(made()).toBe(1);
});

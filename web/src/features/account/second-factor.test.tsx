import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { SessionResource, User } from '~/api/sdk';
import { ok, refused, stubApi } from '~/test/api-stub';
import { fill, show, showAt } from '~/test/show';
import { SecondFactorSection } from './second-factor';
import { Sessions } from './sessions';

const USER = { id: 7, email: 'ada@shop.example', type_id: 1, status_id: 3 } as User;
const CODES = Array.from({ length: 10 }, (_, index) => `abcd-${index}efg`);
const HERE = { id: 1, address: '198.51.100.7', user_agent: 'Firefox', is_current: true } as SessionResource;
const STATE = { is_on: false, is_required: false, recovery_codes_left: 0 };

afterEach(() => vi.unstubAllGlobals());

it('is set up with password, picture and code, and shows the recovery codes once', async () => {
  let state = STATE;
  let sessions = [HERE, { ...HERE, id: 2, address: '203.0.113.9', is_current: false }];
  const calls = stubApi({
    'GET /api/account/second_factor': () => ok({ data: state }),
    'POST /api/account/second_factor': ({ body }) =>
      (body as { password: string }).password === 'Right-1pass'
        ? ok({ data: { secret: 'JBSWY3DPEHPK3PXP', url: 'otpauth://totp/x', qr_svg: '<svg id="qr"/>' } })
        : refused({ password: ['is not your password'] }),
    'GET /api/account/sessions': () => ok({ data: sessions }),
    'PUT /api/account/second_factor': ({ body }) => {
      if ((body as { otp: string }).otp !== '123456') return refused({ otp: ['is not the code of now'] });
      state = { is_on: true, is_required: false, recovery_codes_left: 10 };
      sessions = [HERE];
      return ok({ data: { recovery_codes: CODES } });
    },
  });
  showAt(
    '/account',
    <>
      <SecondFactorSection user={USER} />
      <Sessions />
    </>,
  );
  expect(await screen.findByText('203.0.113.9')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Set it up' }));

  fill(screen.getByLabelText('Your password'), 'wrong');
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  expect(await screen.findByText('Is not your password.')).toBeInTheDocument();
  fill(screen.getByLabelText('Your password'), 'Right-1pass');
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));

  const picture = await screen.findByRole('img', { name: 'Code to scan with the app' });
  expect(decodeURIComponent(picture.getAttribute('src') ?? '')).toContain('<svg id="qr"/>');
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument();
  expect(screen.getByText('Switching it on ends your other sessions.')).toBeInTheDocument();
  const code = screen.getByLabelText('Code that the app shows');
  fill(code, '12');
  await userEvent.click(screen.getByRole('button', { name: 'Switch on' }));
  expect(screen.getByText('Six digits, as the app shows them.')).toBeInTheDocument();
  fill(code, '654321');
  await userEvent.click(screen.getByRole('button', { name: 'Switch on' }));
  expect(await screen.findByText('Is not the code of now.')).toBeInTheDocument();
  fill(code, 'abcde-fghij');
  await userEvent.click(screen.getByRole('button', { name: 'Switch on' }));
  expect(screen.getByText('Six digits, as the app shows them.')).toBeInTheDocument();
  fill(code, '123 456');
  await userEvent.type(code, '{Enter}');

  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(10);
  await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(screen.queryByText(CODES[0] as string)).not.toBeInTheDocument();
  expect(await screen.findByText('10 recovery codes left.')).toBeInTheDocument();
  expect(screen.queryByText('203.0.113.9')).not.toBeInTheDocument();
  expect(calls.filter((call) => call.method === 'PUT').map((call) => call.body)).toEqual([
    { otp: '654321' },
    { otp: '123456' },
  ]);
});

it('is switched off with password and code', async () => {
  let state = { is_on: true, is_required: false, recovery_codes_left: 2 };
  const calls = stubApi({
    'GET /api/account/second_factor': () => ok({ data: state }),
    'DELETE /api/account/second_factor': () => {
      state = STATE;
      return { status: 204 };
    },
  });
  showAt('/account', <SecondFactorSection user={USER} />);
  expect(await screen.findByText(/2 recovery codes left\. Make new ones/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Switch off' }));
  fill(screen.getByLabelText('Your password'), 'Right-1pass');
  fill(screen.getByLabelText('Code of the second factor'), ' abcd-0 efg ');
  await userEvent.click(screen.getByRole('button', { name: 'Switch off' }));
  expect(await screen.findByRole('button', { name: 'Set it up' })).toBeInTheDocument();
  expect(calls.find((call) => call.method === 'DELETE')?.body).toEqual({ password: 'Right-1pass', otp: 'abcd-0efg' });
});

it('cannot be switched off where it is required, and says so while it is off', async () => {
  let state = { is_on: false, is_required: true, recovery_codes_left: 0 };
  stubApi({ 'GET /api/account/second_factor': () => ok({ data: state }) });
  const { unmount } = show(<SecondFactorSection user={USER} />);
  expect(await screen.findByText(/Staff accounts need a second factor/)).toBeInTheDocument();
  unmount();
  state = { ...state, is_on: true, recovery_codes_left: 9 };
  show(<SecondFactorSection user={USER} />);
  expect(await screen.findByRole('button', { name: 'New recovery codes' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Switch off' })).not.toBeInTheDocument();
});

it('tells staff what becomes of their API tokens', async () => {
  stubApi({
    'GET /api/account/second_factor': ok({ data: { ...STATE, is_required: true } }),
    'POST /api/account/second_factor': ok({ data: { secret: 'JBSW', url: 'otpauth://totp/x', qr_svg: '<svg/>' } }),
  });
  showAt('/account', <SecondFactorSection user={{ ...USER, type_id: 13 }} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Set it up' }));
  fill(screen.getByLabelText('Your password'), 'Right-1pass');
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  expect(await screen.findByText(/ends your other sessions and deletes your API tokens/)).toBeInTheDocument();
});

import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UserType } from '~/api/words';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { Frame } from './frame';

beforeEach(() => {
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
});
afterEach(() => {
  act(() => session.end('logout'));
  localStorage.clear();
  vi.unstubAllGlobals();
});

const USER = { id: 7, type_id: UserType.Ordinary, status_id: 3, email: 'a@x.example', features: [], currency_unit: 1 };
const balance = ok({ data: { balance: 3, pending: 0, reserved: 0 } });

it('has the way to the notices in the narrow sidebar too', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { ...USER, advertiser: {} } }),
    'GET /api/advertiser/balance': balance,
    'GET /api/site': ok({ data: {} }),
  });
  showAt('/here', <Frame>Here</Frame>);
  const side = within(await screen.findByRole('complementary', { name: 'Main' }));
  fireEvent.click(side.getByRole('button', { name: 'Narrow the sidebar' }));
  expect(await side.findByRole('button', { name: 'Widen the sidebar' })).toBeInTheDocument();
  expect(side.getByRole('link', { name: 'Notices' })).toHaveAttribute('href', '/account/notices');
});

it.each([
  ['Advertiser', { advertiser: {} }],
  ['Webmaster', { webmaster: {} }],
  ['Back office', { type_id: UserType.God }],
])('has help one click away and says when there is no network: %s', async (cabinet, roles) => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: { ...USER, ...roles } }),
    'GET /api/advertiser/balance': balance,
    'GET /api/webmaster/balance': balance,
    'GET /api/site': ok({ data: { minimum_payout: 50 } }),
    'GET /api/account/notices/unread': ok({ data: { count: 0 } }),
  });
  showAt('/here', <Frame>Here</Frame>);
  expect(await screen.findByRole('navigation', { name: `${cabinet} pages` })).toBeInTheDocument();
  const [help, ...others] = await screen.findAllByRole('link', { name: 'Help center' });
  for (const link of [help, ...others]) expect(link).toHaveAttribute('href', '/helpCenter');
  expect(screen.queryByText('No connection.')).not.toBeInTheDocument();
  await act(async () => void fireEvent(window, new Event('offline')));
  expect(screen.getByText('No connection.')).toBeInTheDocument();
  await act(async () => void fireEvent(window, new Event('online')));
  expect(screen.queryByText('No connection.')).not.toBeInTheDocument();
});

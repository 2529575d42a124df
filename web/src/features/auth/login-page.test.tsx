import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '~/app/queries';
import { session } from '~/app/session';
import { stubApi } from '~/test/api-stub';
import { LoginPage } from './login-page';

// Whole pages are drawn many times; that takes a while on a busy machine.
vi.setConfig({ testTimeout: 60_000 });
configure({ asyncUtilTimeout: 10_000 });

const TOKENS = { access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 };
const problem = (status: number, type: string, detail: string, more: object = {}) => ({
  status,
  body: { type, title: 'Refused', status, detail, ...more },
});

async function open(): Promise<void> {
  const root = createRootRoute();
  const login = createRoute({ getParentRoute: () => root, path: '/account/login', component: LoginPage });
  const router = createRouter({
    routeTree: root.addChildren([login]),
    history: createMemoryHistory({ initialEntries: ['/account/login'] }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  write(await screen.findByLabelText('E-mail'), 'ada@shop.example');
  write(screen.getByLabelText('Password'), 'Placard-demo-1');
}

const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const send = (name = 'Log in') => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => session.end('logout'));
afterEach(() => vi.unstubAllGlobals());

it('asks for the code of the second factor in a step of its own and keeps the password', async () => {
  const calls = stubApi({
    'POST /api/oauth2/accessToken': ({ body }) => {
      const { otp } = body as { otp?: string };
      if (!otp)
        return problem(422, 'otp_required', 'A code is asked for.', { errors: { otp: ['a code is asked for'] } });
      return otp === '123456'
        ? { status: 200, body: TOKENS }
        : problem(422, 'otp_invalid', 'Wrong.', { errors: { otp: ['this code is not right'] } });
    },
  });
  await open();
  send();
  expect(await screen.findByRole('heading', { name: 'One more step' })).toBeInTheDocument();
  const code = screen.getByLabelText('Code of the second factor');
  write(code, '12');
  send('Confirm');
  expect(screen.getByText('Six digits of the app, or a recovery code.')).toBeInTheDocument();
  expect(calls).toHaveLength(1);
  write(code, '654321');
  send('Confirm');
  expect(await screen.findByText('This code is not right.')).toBeInTheDocument();
  expect(session.current).toBeNull();
  write(code, '123 456');
  send('Confirm');
  await waitFor(() => expect(session.current?.user).toBe('7'));
  expect(calls.at(-1)?.body).toEqual({
    grant_type: 'password',
    email: 'ada@shop.example',
    password: 'Placard-demo-1',
    otp: '123456',
  });
});

it('says why an account is blocked', async () => {
  stubApi({ 'POST /api/oauth2/accessToken': problem(403, 'about:blank', 'Repeated invalid traffic.') });
  await open();
  send();
  expect(await screen.findByRole('alert')).toHaveTextContent('This account is blocked. Repeated invalid traffic.');
});

it('counts down to the next attempt', async () => {
  stubApi({
    'POST /api/oauth2/accessToken': { ...problem(429, 'about:blank', 'Slow.'), headers: { 'retry-after': '2' } },
  });
  await open();
  send();
  expect(await screen.findByRole('button', { name: 'Wait 2 s' })).toBeDisabled();
  expect(await screen.findByRole('button', { name: 'Log in' }, { timeout: 10_000 })).toBeEnabled();
});

it('tells a lost connection from a wrong password', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await open();
  send();
  // It is read out.
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection.');
  stubApi({ 'POST /api/oauth2/accessToken': problem(401, 'about:blank', 'The address or the password is not right.') });
  send();
  expect(await screen.findByText('The address or the password is not right.')).toBeInTheDocument();
});

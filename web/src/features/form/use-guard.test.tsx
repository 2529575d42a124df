import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AdminUser, User } from '~/api/sdk';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { confirm } from '~/ui/confirm';
import { Profile } from '../account/profile';
import { BlockForm } from '../users/block-form';
import { TermsForm } from '../users/terms-form';
import { VoidForm } from '../voids/void-form';

const USER = { id: 7, email: 'ada@shop.example', name: 'Ada', telegram: '', phone: '', skype: '' } as User;
const CLIENT = { ...USER, version: 1, is_trusted: false, manager: null, minimum_bid: null } as unknown as AdminUser;

beforeEach(() => {
  const token = `x.${btoa('{"sub":"7","sid":1}')}.x`;
  session.begin({ access_token: token, refresh_token: 'r', expires_in: 3600 });
  stubApi({
    'PUT /api/account': ({ body }) => ok({ data: { ...USER, ...(body as Partial<User>) } }),
    'GET /api/admin/managers': ok({ data: [] }),
  });
});
afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

const QUESTION = 'Leave without saving?';
const leave = (router: ReturnType<typeof showAt>) => act(async () => void router.navigate({ href: '/elsewhere' }));

for (const [name, part, change] of [
  ['the profile', <Profile key="a" user={USER} />, () => fill(screen.getByLabelText('Name'), 'Eve')],
  [
    'the terms of a user',
    <TermsForm key="b" user={CLIENT} readOnly={false} />,
    () => fireEvent.click(screen.getByRole('switch')),
  ],
  [
    'the reason of a block',
    <BlockForm key="c" user={CLIENT} onClose={() => undefined} />,
    () => fill(screen.getByLabelText('Reason'), 'Spam'),
  ],
] as const) {
  it(`asks before changes of ${name} are left`, async () => {
    const router = showAt('/here', part);
    await screen.findAllByRole('textbox');
    change();
    await leave(router);
    expect(await screen.findByText(QUESTION)).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/here');
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  });
}

it('asks nothing when they are saved, and again after the next change', async () => {
  const router = showAt('/here', <Profile user={USER} />);
  fill(await screen.findByLabelText('Name'), 'Eve');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled());
  await leave(router);
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  fill(screen.getByLabelText('Name'), 'Ada');
  await act(async () => void router.navigate({ href: '/here' }));
  expect(await screen.findByText(QUESTION)).toBeInTheDocument();
});

it('asks before another part of the page takes the place of a form, and not for any other change of the address', async () => {
  const router = showAt('/here', <Profile user={USER} />);
  fill(await screen.findByLabelText('Name'), 'Eve');
  await act(async () => void router.navigate({ href: '/here?page=2' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ page: 2 }));
  expect(screen.queryByText(QUESTION)).not.toBeInTheDocument();
  await act(async () => void router.navigate({ href: '/here?part=rates' }));
  expect(await screen.findByText(QUESTION)).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ page: 2 });
});

it('leaves all forms of a page with one answer', async () => {
  const router = showAt(
    '/here',
    <>
      <Profile user={USER} />
      <BlockForm user={CLIENT} onClose={() => undefined} />
    </>,
  );
  fill(await screen.findByLabelText('Name'), 'Eve');
  fill(screen.getByLabelText('Reason'), 'Spam');
  await leave(router);
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  await waitFor(() => expect(screen.queryByText(QUESTION)).not.toBeInTheDocument());
});

it('asks once when somebody wants to leave twice', async () => {
  const router = showAt('/here', <Profile user={USER} />);
  fill(await screen.findByLabelText('Name'), 'Eve');
  await leave(router);
  await screen.findByText(QUESTION);
  await leave(router);
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByText(QUESTION)).not.toBeInTheDocument());
  expect(router.state.location.pathname).toBe('/here');
});

it('covers no question whose answer is under way', async () => {
  const router = showAt('/here', <Profile user={USER} />);
  fill(await screen.findByLabelText('Name'), 'Eve');
  let answer = () => {};
  const run = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  act(() => confirm({ title: 'Delete it?', body: 'It is gone then.', action: 'Delete 1', run }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete 1' }));
  await leave(router);
  expect(screen.queryByText(QUESTION)).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/here');
  fireEvent.click(screen.getByRole('button', { name: 'Delete 1' }));
  expect(run).toHaveBeenCalledTimes(1);
  await act(async () => answer());
  await leave(router);
  expect(await screen.findByText(QUESTION)).toBeInTheDocument();
});

it('asks again where the form was still there after it was left', async () => {
  const router = showAt('/here', <Profile user={USER} />);
  fill(await screen.findByLabelText('Name'), 'Eve');
  await act(async () => void router.navigate({ href: '/here?part=rates' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ part: 'rates' }));
  await waitFor(() => expect(screen.queryByText(QUESTION)).not.toBeInTheDocument());
  await leave(router);
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
});

it('asks before another rule takes the place of one that was changed', async () => {
  const router = showAt('/here?rule=1', <Profile user={USER} />);
  fill(await screen.findByLabelText('Name'), 'Eve');
  await act(async () => void router.navigate({ href: '/here?rule=2' }));
  expect(await screen.findByText(QUESTION)).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ rule: 1 });
});

it('goes on asking about a form that is sent in steps', async () => {
  stubApi({
    'GET /api/oauth2/user': ok({ data: USER }),
    'GET /api/admin/stats/filters/sites': ok({ data: [] }),
    'GET /api/admin/stats/filters/countries': ok({ data: [] }),
    'GET /api/admin/stats/filters/isps': ok({ data: [] }),
    'GET /api/admin/stats/filters/device_types': ok({ data: [] }),
    'POST /api/admin/voids/preview': ok({
      data: { clicks: 1, cost: 0.1, earning: 0.05, advertisers: 1, webmasters: 1, left_out: 0 },
    }),
  });
  const router = showAt('/here', <VoidForm />);
  fireEvent.click(await screen.findByText('By click id'));
  fill(screen.getByLabelText('Click ids'), '2b67');
  fireEvent.click(screen.getByRole('button', { name: 'Show what that would be' }));
  fill(await screen.findByLabelText('Reason'), 'A robot');
  await leave(router);
  expect(await screen.findByText(QUESTION)).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/here');
});

it('lets go when the session is over', async () => {
  const router = showAt('/here', <Profile user={USER} />);
  fill(await screen.findByLabelText('Name'), 'Eve');
  act(() => session.end('logout'));
  await leave(router);
  await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  expect(screen.queryByText(QUESTION)).not.toBeInTheDocument();
});

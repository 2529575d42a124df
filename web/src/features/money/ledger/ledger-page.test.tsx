import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { LedgerPage } from './ledger-page';

const transaction = (id: number) => ({
  id,
  reference: `settlement:${id}`,
  operation_type: 1,
  date: '2026-01-01T10:00:00Z',
  comment: '',
  moved: 1.5,
});

/** The page, with two pages of transactions. */
async function open(search = '') {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 1, user_type_id: 5 } }),
    'GET /api/admin/users/7': ok({ data: { id: 7, email: 'ann@example.com' } }),
    'GET /api/admin/ledger/transactions': ({ path }) =>
      path.includes('before=41')
        ? ok({ data: [transaction(40)], next: null })
        : ok({ data: [transaction(41)], next: 41 }),
  });
  const router = showAt(`/admin/ledger${search}`, <LedgerPage />);
  await screen.findByRole('link', { name: search.includes('before') ? '40' : '41' });
  const asked = () =>
    calls.filter(({ path }) => path.includes('transactions')).map(({ path }) => new URL(path, 'http://x'));
  return { router, asked };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('reads on from the oldest transaction, and back to the newest', async () => {
  const { router } = await open();
  expect(screen.queryByRole('button', { name: 'Newest' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  expect(await screen.findByRole('link', { name: '40' })).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ before: 41 });
  expect(screen.queryByRole('button', { name: 'More' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Newest' }));
  expect(await screen.findByRole('link', { name: '41' })).toBeInTheDocument();
  expect(router.state.location.search).toEqual({});
});

it('begins with the newest ones where what is chosen changes', async () => {
  const { router, asked } = await open('?before=41&user=7');
  await userEvent.click(await screen.findByRole('button', { name: /^Remove/ }));
  expect(await screen.findByRole('link', { name: '41' })).toBeInTheDocument();
  expect(router.state.location.search).toEqual({});
  expect(asked().map(({ searchParams }) => [searchParams.get('user_id'), searchParams.get('before')])).toEqual([
    ['7', '41'],
    [null, null],
  ]);
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useCallback, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { Deposits } from './deposits';

afterEach(() => vi.unstubAllGlobals());

const NONE = { current_page: 1, last_page: 1, per_page: 5, total: 0 };
const SETTLED = {
  id: 41,
  payment_system_id: 1,
  is_automatic: false,
  amount: 100,
  received: 100,
  returned: 0,
  status_id: 2,
  created_at: '2026-11-20T10:00:00Z',
};

/** Deposits at an address. */
function At({ page: first, state: begun }: { page: number; state?: number }) {
  const [{ page, state }, set] = useState<{ page: number; state: number | undefined }>({ page: first, state: begun });
  return (
    <>
      <p>
        Page {page}, state {state ?? 'any'}
      </p>
      <Deposits
        page={page}
        state={state}
        onPage={useCallback((to: number) => set((before) => ({ ...before, page: to })), [])}
        onState={(to) => set({ page: 1, state: to })}
        onOpen={() => undefined}
      />
    </>
  );
}

const open = (at: { page: number; state?: number }, data: object[] = []) => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/deposits': ({ path }) =>
      ok({ data: path.includes('page=1&') ? data : [], pagination: { ...NONE, total: data.length } }),
    'GET /api/cashbox/payment_systems': ok({ data: [] }),
  });
  showAt('/advertiser/finance', <At {...at} />);
  return () => calls.map(({ path }) => path).filter((path) => path.startsWith('/api/advertiser/deposits'));
};

it('shows deposits in one state, from the first page on', async () => {
  const asked = open({ page: 1 });
  expect(await screen.findByText('No top-up yet')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('combobox', { name: 'State of deposits' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Expired' }));
  expect(await screen.findByText('No deposit is in this state')).toBeInTheDocument();
  expect(screen.getByText('Page 1, state 3')).toBeInTheDocument();
  await waitFor(() => expect(asked().join(' ')).toMatch(/deposits\?\S*status_id=3/));
});

it('goes to the last page of a state where the address has a later one', async () => {
  const asked = open({ page: 3, state: 2 }, [SETTLED]);
  expect(await screen.findByRole('button', { name: 'Deposit 41' })).toBeInTheDocument();
  expect(screen.getByText('Page 1, state 2')).toBeInTheDocument();
  expect(screen.queryByText('No deposit is in this state')).not.toBeInTheDocument();
  expect(asked()).toHaveLength(2);
  expect(asked().every((path) => path.includes('status_id=2'))).toBe(true);
});

it('asks for all where no state is of the number in the address', async () => {
  const asked = open({ page: 1, state: 99 }, [SETTLED]);
  expect(await screen.findByRole('button', { name: 'Deposit 41' })).toBeInTheDocument();
  expect(asked().join(' ')).not.toContain('status_id');
});

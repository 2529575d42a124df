import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { Deposits } from './deposits';

afterEach(() => vi.unstubAllGlobals());

const NONE = { current_page: 1, last_page: 1, per_page: 5, total: 0 };

it('shows deposits in one state, from the first page on', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/advertiser/deposits': ok({ data: [], pagination: NONE }),
    'GET /api/cashbox/payment_systems': ok({ data: [] }),
  });
  const onPage = vi.fn();
  showAt('/advertiser/finance', <Deposits page={2} onPage={onPage} onOpen={() => undefined} />);
  expect(await screen.findByText('No top-up yet')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('combobox', { name: 'State of deposits' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Expired' }));
  expect(await screen.findByText('No deposit is in this state')).toBeInTheDocument();
  expect(onPage).toHaveBeenCalledWith(1);
  await waitFor(() => expect(calls.map(({ path }) => path).join(' ')).toMatch(/deposits\?\S*status_id=3/));
});

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { Billing } from './billing-details';

afterEach(() => vi.unstubAllGlobals());

it('tells to whom invoices are made out, and no address where none is typed', async () => {
  const details = { company: 'Acme', country: 'DE', vat_number: '', address: '', email: null };
  const calls = stubApi({
    'GET /api/account/billing': ok({ data: details }),
    'GET /api/targeting/countries': ok({ data: [{ code: 'DE', name: 'Germany' }] }),
    'PUT /api/account/billing': ok({ data: { ...details, vat_number: 'DE 1' } }),
  });
  showAt('/advertiser/finance', <Billing />);
  expect(await screen.findByDisplayValue('Acme')).toBeInTheDocument();
  fill(screen.getByLabelText('VAT number'), 'DE 1');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      company: 'Acme',
      country: 'DE',
      vat_number: 'DE 1',
      address: '',
      email: null,
    }),
  );
});

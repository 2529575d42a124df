import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { PaymentSystemForm } from './payment-system-form';

afterEach(() => vi.unstubAllGlobals());

it('makes a payment system by its name, and renames one with the version that was seen', async () => {
  const system = { id: 1000, name: 'Wise', purpose: 'payout', is_active: true, types: [], version: 4 } as const;
  const calls = stubApi({
    'POST /api/admin/payment_systems': ok({ data: system }),
    'PUT /api/admin/payment_systems/1000': ok({ data: system }),
  });
  const bodies = () => calls.filter(({ method }) => method !== 'GET').map(({ body }) => body);
  showAt('/here', <PaymentSystemForm onMade={() => undefined} onClose={() => undefined} />);
  fill(await screen.findByLabelText('Name'), ' Wise ');
  fireEvent.click(screen.getByRole('button', { name: 'Make the payment system' }));
  await waitFor(() => expect(bodies()).toEqual([{ name: 'Wise' }]));
  cleanup();
  showAt('/here', <PaymentSystemForm system={system as never} onMade={() => undefined} onClose={() => undefined} />);
  fill(await screen.findByLabelText('Name'), 'Wise by hand');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(bodies()[1]).toEqual({ name: 'Wise by hand', purpose: 'payout', is_active: true, version: 4 }),
  );
});

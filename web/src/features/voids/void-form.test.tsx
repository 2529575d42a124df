import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { VoidForm } from './void-form';

afterEach(() => vi.unstubAllGlobals());

async function choose(label: string, option: string) {
  await userEvent.click(await screen.findByLabelText(label, { selector: 'input' }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
}

it('takes back only clicks of the countries and networks that are chosen, and says so before', async () => {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, email: 'ada@shop.example' } }),
    'GET /api/admin/stats/filters/sites': ok({ data: [{ id: '3', name: 'Harbour Lights' }] }),
    'GET /api/admin/stats/filters/countries': ok({ data: [{ id: 'DE', name: 'Germany' }] }),
    'GET /api/admin/stats/filters/isps': ok({ data: [{ id: '3320', name: 'Telekom' }] }),
    'GET /api/admin/stats/filters/device_types': ok({ data: [] }),
    'POST /api/admin/voids/preview': ok({
      data: { clicks: 1, cost: 0.1, earning: 0.05, advertisers: 1, webmasters: 1, left_out: 0 },
    }),
  });
  showAt('/here', <VoidForm />);
  await choose('Sites', 'Harbour Lights');
  await choose('Countries', 'Germany');
  await choose('Networks', 'Telekom');
  await userEvent.click(screen.getByRole('button', { name: 'Show what that would be' }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path === '/api/admin/voids/preview')?.body).toMatchObject({
      site: ['3'],
      country: ['DE'],
      isp: ['3320'],
    }),
  );
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'A robot' } });
  await userEvent.click(screen.getByRole('button', { name: 'Take 1 click back' }));
  expect(await screen.findByText(/Harbour Lights\. Countries: Germany\. Networks: Telekom\./)).toBeInTheDocument();
});

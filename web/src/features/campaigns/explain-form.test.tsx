import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { explainAdMutation } from '~/api/queries';
import { CurrencyUnit } from '~/api/words';
import { session } from '~/app/session';
import { ok, stubApi } from '~/test/api-stub';
import { fill, show } from '~/test/show';
import { ExplainForm } from './explain-form';

afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

it('asks about the request that is described, and leaves out what is not known of it', async () => {
  const calls = stubApi({
    'GET /api/targeting/countries': ok({ data: [{ code: 'DE', name: 'Germany' }] }),
    'GET /api/targeting/os': ok({ data: [{ device_type_id: 1, children: [{ id: 4, name: 'Linux' }] }] }),
    'GET /api/targeting/traffic_sources': ok({ data: [{ id: 2, name: 'Search' }] }),
    'POST /api/advertiser/ads/universal/9/explain': ok({ data: { step: 5, name: 'Places', text: 'Not there.' } }),
  });
  show(<ExplainForm ad={9} explain={explainAdMutation} />);
  const choose = async (label: string, option: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: label }));
    await userEvent.click(await screen.findByRole('option', { name: option }));
  };
  fill(screen.getByLabelText(/^Number of a block/), '5');
  await choose("Visitor's country", 'Germany');
  await choose('System', 'Linux');
  fill(screen.getByLabelText('Host of the page'), ' daily.example ');
  await userEvent.click(screen.getByRole('button', { name: 'Why not there?' }));
  expect(await screen.findByText('Places: Not there.')).toBeInTheDocument();
  expect(calls.at(-1)?.body).toEqual({ block_id: 5, country: 'DE', os: 4, host: 'daily.example' });
});

it('answers with amounts in the unit of who reads', async () => {
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
  const above = { price: 0.7, rest: 0.125 };
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, currency_unit: CurrencyUnit.Cent } }),
    'GET /api/targeting/countries': ok({ data: [] }),
    'GET /api/targeting/os': ok({ data: [] }),
    'GET /api/targeting/traffic_sources': ok({ data: [] }),
    'POST /api/advertiser/ads/universal/9/explain': ok({
      data: { step: 9, name: 'Money', text: 'One click would cost $0.70, and $0.125 remain.', above },
    }),
  });
  show(<ExplainForm ad={9} explain={explainAdMutation} />);
  fill(screen.getByLabelText(/^Number of a block/), '5');
  await userEvent.click(screen.getByRole('button', { name: 'Why not there?' }));
  expect(await screen.findByText(/^Money: One click would cost 70,0\s¢, and 12,5\s¢ remain\.$/)).toBeInTheDocument();
});

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { explainAdMutation } from '~/api/queries';
import { ok, stubApi } from '~/test/api-stub';
import { fill, show } from '~/test/show';
import { ExplainForm } from './explain-form';

afterEach(() => vi.unstubAllGlobals());

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

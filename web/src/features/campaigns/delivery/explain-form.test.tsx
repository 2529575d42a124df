import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { explainAdMutation } from '~/api/queries';
import { CurrencyUnit } from '~/api/words';
import { session } from '~/app/session';
import { ok, refused, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { ExplainForm } from './explain-form';

afterEach(() => {
  act(() => session.end('logout'));
  vi.unstubAllGlobals();
});

const LISTS = {
  'GET /api/targeting/countries': ok({ data: [] }),
  'GET /api/targeting/os': ok({ data: [] }),
  'GET /api/targeting/traffic_sources': ok({ data: [] }),
};
const EXPLAIN = 'POST /api/advertiser/ads/universal/9/explain';
const NOT_THERE = ok({ data: { step: 5, name: 'Places', text: 'Not there.' } });

const block = () => screen.getByLabelText(/^Number of a block/);
const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Why not there?' }));

async function open() {
  showAt('/here', <ExplainForm ad={9} explain={explainAdMutation} />);
  await screen.findByLabelText(/^Number of a block/);
}

it('asks about the request that is described, and leaves out what is not known of it', async () => {
  const calls = stubApi({
    'GET /api/targeting/countries': ok({ data: [{ code: 'DE', name: 'Germany' }] }),
    'GET /api/targeting/os': ok({ data: [{ device_type_id: 1, children: [{ id: 4, name: 'Linux' }] }] }),
    'GET /api/targeting/traffic_sources': ok({ data: [{ id: 2, name: 'Search' }] }),
    [EXPLAIN]: NOT_THERE,
  });
  await open();
  const choose = async (label: string, option: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: label }));
    await userEvent.click(await screen.findByRole('option', { name: option }));
  };
  fill(block(), '5');
  await choose("Visitor's country", 'Germany');
  await choose('System', 'Linux');
  fill(screen.getByLabelText('Host of the page'), ' daily.example ');
  ask();
  expect(await screen.findByText('Places: Not there.')).toBeInTheDocument();
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    block_id: 5,
    country: 'DE',
    os: 4,
    host: 'daily.example',
  });
});

it('answers with amounts in the unit of who reads', async () => {
  session.begin({ access_token: `x.${btoa('{"sub":"7","sid":1}')}.x`, refresh_token: 'r', expires_in: 3600 });
  const above = { price: 0.7, rest: 0.125 };
  stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7, currency_unit: CurrencyUnit.Cent } }),
    ...LISTS,
    [EXPLAIN]: ok({
      data: { step: 9, name: 'Money', text: 'One click would cost $0.70, and $0.125 remain.', above },
    }),
  });
  await open();
  fill(block(), '5');
  ask();
  expect(await screen.findByText(/^Money: One click would cost 70,0\s¢, and 12,5\s¢ remain\.$/)).toBeInTheDocument();
});

it('needs the number of a block', async () => {
  const calls = stubApi(LISTS);
  await open();
  ask();
  expect(await screen.findByText('The number of a block is needed.')).toBeInTheDocument();
  expect(block()).toBeRequired();
  await waitFor(() => expect(block()).toHaveFocus());
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('takes the answer away when something else is described', async () => {
  stubApi({ ...LISTS, [EXPLAIN]: NOT_THERE });
  await open();
  fill(block(), '5');
  ask();
  expect(await screen.findByText('Places: Not there.')).toBeInTheDocument();
  fill(screen.getByLabelText('Host of the page'), 'daily.example');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(block()).toHaveValue('5');
});

it('shows no answer about one ad under another', async () => {
  stubApi({ ...LISTS, [EXPLAIN]: NOT_THERE });
  function Ads() {
    const [ad, setAd] = useState(9);
    return (
      <>
        <ExplainForm ad={ad} explain={explainAdMutation} />
        <button type="button" onClick={() => setAd(10)}>
          Another
        </button>
      </>
    );
  }
  showAt('/here', <Ads />);
  fill(await screen.findByLabelText(/^Number of a block/), '5');
  ask();
  expect(await screen.findByText('Places: Not there.')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Another' }));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(block()).toHaveValue('5');
});

it('says at the field what is refused of it, and below the form what is refused of all', async () => {
  let answer = refused({ ip: ['is no address'] });
  stubApi({ ...LISTS, [EXPLAIN]: () => answer });
  await open();
  fill(block(), '5');
  fill(screen.getByLabelText('Address'), '1.2.3');
  ask();
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveAccessibleDescription('Is no address.'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  answer = { status: 404, body: { status: 404, detail: 'There is nothing here, or nothing that is yours.' } };
  fill(screen.getByLabelText('Address'), '');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Why not there?' })).toBeEnabled());
  ask();
  expect(await screen.findByRole('alert')).toHaveTextContent('nothing that is yours');
  fill(block(), '6');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

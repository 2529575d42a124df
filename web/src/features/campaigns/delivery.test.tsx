import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Delivery, DeliveryStep } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { DeliveryPanel } from './delivery';

const step = (name: string, more: Partial<DeliveryStep>): DeliveryStep => ({
  step: 5,
  name,
  why: `another of ${name} than you target`,
  arrived: 10,
  fell: 0,
  owner_can_act: false,
  example: null,
  ...more,
});
const DELIVERY: Delivery = {
  state: 'unmatched',
  text: 'No request fits.',
  ads_count: 1,
  ads_on_offer: 1,
  stops: [],
  ahead: [],
  funnel: {
    since: '2026-11-22T10:00:00Z',
    samples: 10,
    requests: 10,
    could_show: 0,
    example: null,
    steps: [step('Places', { fell: 7, example: '77' }), step('Browsers', { step: 7 })],
  },
};
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

afterEach(() => vi.unstubAllGlobals());

it('says why requests fell at a step, and asks about one of them for an ad', async () => {
  const calls = stubApi({
    'POST /api/advertiser/ads/universal/9/explain': ok({
      data: { step: 5, name: 'Places', text: 'There is no bid for the country.' },
    }),
  });
  showAt('/here', <DeliveryPanel delivery={DELIVERY} failed={false} ad={9} mend={() => null} />);
  expect((await row(/^Places/)).getByText('Another of Places than you target')).toBeInTheDocument();
  expect((await row(/^Browsers/)).queryByText(/than you target/)).not.toBeInTheDocument();
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'An example: Places' }));
  expect(await screen.findByText('One of them: There is no bid for the country.')).toBeInTheDocument();
  expect(calls).toMatchObject([{ body: { sample: '77' } }]);
});

it('asks about no request where it is about many ads', async () => {
  showAt('/here', <DeliveryPanel delivery={DELIVERY} failed={false} mend={() => null} />);
  await row(/^Places/);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

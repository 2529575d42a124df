import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Delivery, DeliveryStep, StopCode } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { DeliveryPanel, DeliveryVerdict, Fix, linkIn, mendOf, mendOfAd, mendOfGroup } from './delivery';

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
const STOPPED: Delivery = {
  ...DELIVERY,
  stops: [
    {
      code: 'rejected',
      title: 'Ads were rejected',
      text: 'Why: errors.',
      ads_count: 5,
      is_total: false,
      owner_can_act: true,
      of: [{ kind: 'ad', id: 3, group_id: 2, name: 'Solar roof' }],
      of_count: 5,
    },
  ],
  ahead: [
    {
      code: 'daily_limit',
      title: 'The daily limit will be spent today',
      text: 'It lasts until about 16:00 UTC.',
      lasts: 'until about 16:00 UTC',
      at: '2026-11-22T16:00:00Z',
      left: 10,
      per_hour: 3,
      lost: 20,
      enough: 590,
    },
  ],
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

it('names what is stopped, and says what will stop it today', async () => {
  showAt(
    '/here',
    <DeliveryPanel
      delivery={STOPPED}
      failed={false}
      linkOf={linkIn(1)}
      mend={() => null}
      mendAhead={({ enough }) => <button type="button">Raise to {enough}</button>}
    />,
  );
  expect(await screen.findByRole('link', { name: 'Solar roof' })).toHaveAttribute(
    'href',
    '/advertiser/campaigns/1/groups/2/medias/edit/3',
  );
  expect(screen.getByText(/and 4 more/)).toBeInTheDocument();
  const ahead = within(screen.getByRole('list', { name: 'What will stop it today' }));
  expect(ahead.getByText(/lasts until about 16:00 UTC: about \$3,00 an hour/)).toBeInTheDocument();
  expect(ahead.getByRole('button', { name: 'Raise to 590' })).toBeInTheDocument();
});

it('tells what others win from what ads of the same owner win, and what is not known', async () => {
  const funnel = {
    ...DELIVERY.funnel,
    could_show: 10,
    beaten: 2,
    beaten_at: null,
    beaten_by_own: 3,
    undecided: 1,
    shown: 4,
  };
  const delivery = { ...DELIVERY, state: 'delivers', funnel } as Delivery;
  showAt('/here', <DeliveryPanel delivery={delivery} failed={false} mend={() => null} />);
  const lost = await row(/^Lost the ranking/);
  expect(lost.getByText('Ads of others are expected to bring more.')).toBeInTheDocument();
  expect(lost.getByRole('cell', { name: '2' })).toBeInTheDocument();
  expect((await row(/^Another of your ads/)).getByRole('cell', { name: '3' })).toBeInTheDocument();
  expect((await row(/^Not known/)).getByRole('cell', { name: '1' })).toBeInTheDocument();
  expect((await row(/^Gets a place/)).getByRole('cell', { name: '4' })).toBeInTheDocument();
});

it('does not say that it delivers where it is expected to get no place', async () => {
  const funnel = {
    ...DELIVERY.funnel,
    requests: 90_000,
    could_show: 40_000,
    beaten: 39_990,
    beaten_by_own: 10,
    shown: 0,
  };
  const outbid = { ...DELIVERY, state: 'outbid', text: 'Why.', funnel } as Delivery;
  showAt(
    '/here',
    <>
      <DeliveryVerdict delivery={outbid} />
      <DeliveryPanel delivery={outbid} failed={false} mend={() => null} />
    </>,
  );
  expect(await screen.findAllByText(/^It is outbid everywhere/)).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'See why' })).toBeInTheDocument();
  expect(screen.queryByText(/^(It delivers|Delivers with)/)).not.toBeInTheDocument();
  expect((await row(/^Gets a place/)).getByRole('cell', { name: '0,0' })).toBeInTheDocument();
  // Ten of forty thousand are some.
  expect((await row(/^Another of your ads/)).getByRole('cell', { name: 'under 0,1' })).toBeInTheDocument();
});

const LOST = { ...DELIVERY.funnel, could_show: 10, beaten: 10, beaten_by_own: 0, shown: 0 };
/** Four of five ads are stopped. */
const PART = { ...STOPPED, ads_count: 5, ads_on_offer: 1 };

it.each<[string, object, RegExp]>([
  [
    'lost to others',
    { ...PART, state: 'outbid', funnel: LOST },
    /^It is outbid everywhere\. 4 of 5 ads are stopped: ads were rejected\. See why$/,
  ],
  [
    'lost to own ads',
    { ...PART, ads_on_offer: 4, state: 'outbid', funnel: { ...LOST, beaten: 0, beaten_by_own: 10 } },
    /^Your other ads take its places\. 1 of 5 ads is stopped: ads were rejected\. See why$/,
  ],
  [
    'lost to own ads with all of them',
    { ...DELIVERY, state: 'outbid', funnel: { ...LOST, beaten: 0, beaten_by_own: 10 } },
    /^Your other ads take its places\. See why$/,
  ],
  ['of no request', PART, /^No request fits\. 4 of 5 ads are stopped: ads were rejected\. See why$/],
  [
    'not known',
    { ...PART, state: 'unknown' },
    /^Nothing stops the rest\. 4 of 5 ads are stopped: ads were rejected\. See why$/,
  ],
  ['delivering', { ...PART, state: 'delivers' }, /^Delivers with 1 of 5 ads: ads were rejected\. See why$/],
  ['stopped', { ...PART, state: 'stopped' }, /^It does not deliver: ads were rejected\. See why$/],
])('gives no stop of other ads as the reason: %s', async (_, delivery, words) => {
  showAt('/here', <DeliveryVerdict delivery={delivery as Delivery} />);
  const link = await screen.findByRole('link', { name: 'See why' });
  expect(link.closest('p')).toHaveTextContent(words);
});

it('says in the panel too that ads of the same owner take the places', async () => {
  const delivery = { ...DELIVERY, state: 'outbid', funnel: { ...LOST, beaten: 0, beaten_by_own: 10 } } as Delivery;
  showAt('/here', <DeliveryPanel delivery={delivery} failed={false} mend={() => null} />);
  expect(await screen.findByText('Your other ads take its places')).toBeInTheDocument();
});

it('asks about no request where it is about many ads', async () => {
  showAt('/here', <DeliveryPanel delivery={DELIVERY} failed={false} mend={() => null} />);
  await row(/^Places/);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

const [FINANCE, RULES] = ['/advertiser/finance', '/advertiser/rules'];
const [CAMPAIGN, GROUP] = ['/advertiser/campaigns/1', '/advertiser/campaigns/1/groups/2'];
const OF = {
  campaign: (code: StopCode) => mendOf(code, 1),
  group: (code: StopCode) => mendOfGroup(code, 1, 2),
  ad: (code: StopCode) => mendOfAd(code, 1, 2),
};

it.each<[StopCode, ...(string | null)[]]>([
  // What stops it, and where a campaign, a group, an ad are led; nowhere where it is mended here, or by nobody.
  [
    'archived',
    '/advertiser/campaigns?status=archived',
    '/advertiser/campaigns?status=archived',
    '/advertiser/campaigns?status=archived',
  ],
  ['declined', null, null, null],
  ['paused_by_staff', null, null, null],
  ['stopped', null, CAMPAIGN, CAMPAIGN],
  ['paused_by_rule', RULES, CAMPAIGN, CAMPAIGN],
  ['no_balance', FINANCE, FINANCE, FINANCE],
  ['total_limit', `${CAMPAIGN}/edit`, `${CAMPAIGN}/edit`, `${CAMPAIGN}/edit`],
  ['daily_limit', `${CAMPAIGN}/edit`, `${CAMPAIGN}/edit`, `${CAMPAIGN}/edit`],
  ['outside_hours', `${CAMPAIGN}/edit`, `${CAMPAIGN}/edit`, `${CAMPAIGN}/edit`],
  ['no_group', `${CAMPAIGN}/groups/create`, `${CAMPAIGN}/groups/create`, `${CAMPAIGN}/groups/create`],
  ['no_ad', `${CAMPAIGN}/groups`, `${GROUP}/medias/create`, `${CAMPAIGN}/groups`],
  ['group_stopped', `${CAMPAIGN}/groups`, null, GROUP],
  ['group_archived', `${CAMPAIGN}/groups`, `${CAMPAIGN}/groups`, GROUP],
  ['group_paused', `${CAMPAIGN}/groups`, RULES, GROUP],
  ['group_outside_hours', `${CAMPAIGN}/groups`, `${GROUP}/edit`, `${GROUP}/edit`],
  ['moderation', null, null, null],
  ['rejected', `${CAMPAIGN}/groups`, null, null],
  ['draft', `${CAMPAIGN}/groups`, null, null],
  ['ad_stopped', `${CAMPAIGN}/groups`, null, null],
  ['ad_paused_by_rule', RULES, RULES, RULES],
  ['dead_link', `${CAMPAIGN}/groups`, null, null],
  ['ad_archived', null, null, null],
  ['no_block', `${CAMPAIGN}/groups`, `${CAMPAIGN}/groups`, `${CAMPAIGN}/groups`],
  ['money_reserved', `${CAMPAIGN}/edit`, `${CAMPAIGN}/edit`, `${CAMPAIGN}/edit`],
  ['price_above_rest', `${CAMPAIGN}/edit`, `${CAMPAIGN}/edit`, `${CAMPAIGN}/edit`],
  ['pacing', `${CAMPAIGN}/edit`, `${CAMPAIGN}/edit`, `${CAMPAIGN}/edit`],
  ['not_loaded', null, null, null],
])('%s is mended where it can be', async (code, ...places) => {
  showAt(
    '/here',
    <>
      <p>Here</p>
      {Object.entries(OF).map(([kind, mend]) => (
        <Fix key={kind} mend={mend(code)} />
      ))}
    </>,
  );
  await screen.findByText('Here');
  const found = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  expect(found).toEqual(places.filter((place) => place !== null));
});

import { linkOptions } from '@tanstack/react-router';
import { listHeldBackCampaignsOptions } from '~/api/queries';
import type { HeldBackCampaign } from '~/api/sdk';
import { formatNumber, formatPercent } from '~/lib/format';
import { ListPart } from '../list/list-view';
import { allOf } from '../list/locally';
import type { ListColumn, ListSpec } from '../list/spec';
import { personColumn } from '../money/user-name';

const figure = (id: string, label: string, cell: (row: HeldBackCampaign) => string): ListColumn<HeldBackCampaign> => ({
  id,
  label,
  align: 'right',
  cell,
});

const HELD_BACK: ListSpec<HeldBackCampaign> = {
  name: 'held-back',
  noun: ['push campaign', 'push campaigns that are held back'],
  rowName: ({ name }) => name,
  told: ['listHeldBackCampaigns'],
  sizes: false,
  rows: allOf(listHeldBackCampaignsOptions, { words: ({ name }) => name }),
  named: {
    label: 'Campaign',
    opens: ({ id }) => linkOptions({ to: '/admin/delivery', search: { campaign_id: id } }),
    aside: () => null,
  },
  columns: [
    personColumn('advertiser', 'Advertiser', ({ advertiser_id: id, advertiser_email: email }) => ({ id, email })),
    figure(
      'shown',
      'Shown, 28 days',
      ({ shown, of_all_ads }) => `${formatNumber(shown)}${of_all_ads ? ', all its owner’s ads' : ''}`,
    ),
    figure('engagement', 'Clicked', ({ engagement }) => formatPercent(engagement, 2)),
    figure('usual', 'Others there', ({ usual_engagement }) => formatPercent(usual_engagement, 2)),
    figure('turns', 'Turns', ({ turns_percent }) => `${formatNumber(turns_percent)} of 100`),
  ],
  first: {
    title: 'No push campaign is held back',
    text: 'One that is clicked far less than others on the same sites appears here.',
  },
};

/** Push campaigns that take fewer turns, for few people click them. */
export const HeldBackCampaigns = () => (
  <section aria-labelledby="held-back">
    <h2 id="held-back" className="h2">
      Push campaigns that are held back
    </h2>
    <ListPart spec={HELD_BACK} />
  </section>
);

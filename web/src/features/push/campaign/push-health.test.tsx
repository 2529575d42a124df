import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PushCampaignHealth } from '~/api/sdk';
import { showAt } from '~/test/show';
import { HealthFacts } from './push-health';

const UNKNOWN: PushCampaignHealth = {
  state: 'unknown',
  of_all_ads: false,
  shown: 900,
  clicked: 0,
  engagement: null,
  usual_engagement: null,
  held_back_below: null,
  turns_percent: 100,
  counted_at: null,
  advice: [],
};

it('says that a campaign is held back, by what, and what to do', async () => {
  const health: PushCampaignHealth = {
    ...UNKNOWN,
    state: 'held_back',
    shown: 20_000,
    clicked: 8,
    engagement: 0.04,
    usual_engagement: 1,
    held_back_below: 0.5,
    turns_percent: 10,
    advice: [{ field: 'frequency_cap', title: 'Say how often one person gets each ad.', text: 'Two are enough.' }],
  };
  showAt('/here', <HealthFacts health={health} campaign="u" />);
  expect(await screen.findByText('Held back')).toBeTruthy();
  expect(screen.getByText(/so it takes 10 of 100 turns/)).toBeTruthy();
  expect(screen.getByText('Say how often one person gets each ad.')).toBeTruthy();
  expect(screen.getByRole('link').textContent).toBe('Edit the campaign');
});

it('says where all ads of the account count', async () => {
  const health: PushCampaignHealth = {
    ...UNKNOWN,
    state: 'held_back',
    of_all_ads: true,
    shown: 20_300,
    engagement: 0.04,
    usual_engagement: 1,
    held_back_below: 0.5,
    turns_percent: 10,
  };
  showAt('/here', <HealthFacts health={health} campaign="u" />);
  expect(await screen.findByText(/of your notifications are clicked/)).toBeTruthy();
  expect(screen.getByText(/all your ads on its sites count/)).toBeTruthy();
});

it('concludes nothing from few notifications', async () => {
  showAt('/here', <HealthFacts health={UNKNOWN} campaign="u" />);
  expect(await screen.findByText('Too little shown to say')).toBeTruthy();
  expect(screen.getByText(/Nothing is concluded/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

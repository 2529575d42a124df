import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PushSubscribers } from '~/api/sdk';
import { showAt } from '~/test/show';
import { SubscriberGroups } from './subscriber-groups';

it('lists where subscribers live, their browsers and their ages, the smallest countries as one', async () => {
  const countries = ['DE', 'AT', 'CH', 'FR', 'IT', 'ES', 'PL'].map((value, at) => ({
    value,
    name: `Country ${value}`,
    subscribers: 70 - at * 10,
  }));
  const people = {
    countries: [...countries, { value: '', name: '', subscribers: 5 }],
    browsers: [{ value: 'chrome', name: 'Chrome', subscribers: 285 }],
    ages: [
      { from_days: 0, to_days: 7, subscribers: 200 },
      { from_days: 8, to_days: 30, subscribers: 0 },
      { from_days: 366, to_days: null, subscribers: 85 },
    ],
  } as unknown as PushSubscribers;
  showAt('/here', <SubscriberGroups people={people} />);
  const rows = (await screen.findAllByRole('row')).map(({ textContent }) => textContent);
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/Country DE7025/),
      expect.stringMatching(/All others3512/),
      expect.stringMatching(/^Chrome285100/),
      expect.stringMatching(/^0 to 7 days200/),
      expect.stringMatching(/^366 days and older85/),
    ]),
  );
  expect(rows.join()).not.toMatch(/Country PL|8 to 30/);
});

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { stubApi } from '~/test/api-stub';
import { show } from '~/test/show';
import { Filters } from './filters';
import { SIDES } from './sides';
import type { Statistics } from './use-statistics';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('logs that options did not load and goes on without them', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const dimension = SIDES.advertiser.dimensions.find((one) => one.options);
  if (!dimension) throw new Error('no dimension has options');
  const problem = { type: 'urn:placard:problem:broken', status: 500 };
  stubApi({ [`GET /api/advertiser/stats/filters/${dimension.options}`]: { status: 500, body: problem } });
  const statistics = { side: 'advertiser', state: { filters: [] }, setFilters() {} } as unknown as Statistics;
  show(<Filters statistics={statistics} nameOf={(_dimension, value) => value} />);
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await userEvent.click(await screen.findByRole('button', { name: dimension.label }));
  expect(await screen.findByText('The values could not be loaded.')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Choose a value' })).toBeDisabled();
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('500 urn:placard:problem:broken'));
});

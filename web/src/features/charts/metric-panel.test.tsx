import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { show } from '~/test/show';
import { MetricPanel } from './metric-panel';

const TODAY = { from: '2026-11-21', to: '2026-11-21' };

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

interface Asked {
  filters: { date_from: string; hour?: { not_in: string[] } };
}

/** Ten an hour today until now, five an hour yesterday. */
function open(time: string) {
  const now = Date.parse(`2026-11-21T${time}:30Z`);
  vi.spyOn(Date, 'now').mockReturnValue(now);
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'POST /api/advertiser/stats/tmp_with_postbacks': ({ body }) => {
      const { filters } = body as Asked;
      const isToday = filters.date_from === TODAY.from;
      const hours = Array.from({ length: 24 }, (_, hour) => `${filters.date_from}T${String(hour).padStart(2, '0')}`);
      const counted = hours.filter((hour) => !filters.hour?.not_in.includes(hour) && Date.parse(`${hour}:00Z`) <= now);
      const result = counted.map((id) => ({ id, level: 'hour', shows_count: isToday ? 10 : 5 }));
      return ok({
        result,
        total_result: { shows_count: counted.length * (isToday ? 10 : 5) },
        names: {},
        pagination: { current_page: 1, last_page: 1, per_page: 500, total: result.length },
      });
    },
  });
  show(<MetricPanel side="advertiser" range={TODAY} filters={{}} keys={['shows_count']} label="figures" />);
  return calls;
}

it('compares the hours of today that are over with the same hours of yesterday, and marks the one that is not', async () => {
  open('02:30');
  const tile = await screen.findByRole('button', { name: /^Shows.*\+100,0/ });
  expect(within(tile).getByText('30')).toBeInTheDocument();
  expect(screen.getByText('Changes compare both until 02:00')).toBeInTheDocument();
  expect(screen.getByRole('group', { name: /02:00 is not over yet/ })).toBeInTheDocument();
  expect(document.querySelectorAll('[data-open]')).toHaveLength(1);
});

it('compares nothing in the first hour of the day', async () => {
  const calls = open('00:30');
  const tile = await screen.findByRole('button', { name: /^Shows10/ });
  await vi.waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2));
  expect(tile).toHaveAccessibleName('Shows10');
});

import { describe, expect, it } from 'vitest';
import type { Question } from './asking';
import { daysOf, pushAnswer, pushQuery } from './push-asking';

const QUESTION: Question = {
  groups: ['ad'],
  filters: { date_from: '2026-11-01', date_to: '2026-11-30', campaign: { in: [7] }, device_type: { in: ['2'] } },
  order_by: 'ad',
  order_direction: 'asc',
  page: 3,
  count: 20,
};

describe('pushQuery', () => {
  it('asks one group, its values and its page', () => {
    expect(pushQuery(QUESTION)).toEqual({
      group_by: 'ad',
      stats_from: '2026-11-01',
      stats_to: '2026-11-30',
      order_by: 'ad_id',
      order_direction: 'asc',
      limit: 20,
      offset: 40,
      campaign_id: ['7'],
      device_type_id: [2],
    });
  });
  it('narrows the days to those of opened rows', () => {
    const within = (filters: Question['filters']) =>
      daysOf({ ...QUESTION, filters: { ...QUESTION.filters, ...filters } });
    expect(within({ date: { in: ['2026-11-05'] } })).toEqual({ stats_from: '2026-11-05', stats_to: '2026-11-05' });
    expect(within({ month: { in: ['2026-11'] } })).toEqual({ stats_from: '2026-11-01', stats_to: '2026-11-30' });
    expect(within({ date_from: '2026-01-15', month: { in: ['2026-02'] } })).toEqual({
      stats_from: '2026-02-01',
      stats_to: '2026-02-28',
    });
  });
});

it('answers as other sides do', () => {
  const figures = {
    impressions: 1000,
    clicks: 5,
    ctr: 0.5,
    cpc: 0.1,
    cpm: 0.5,
    expense: 0.5,
    epc: null,
    ecpm: null,
    cr: null,
  };
  const answer = pushAnswer(
    {
      data: { stats: [{ ...figures, campaign_id: 7, campaign_name: 'Cabins' }], total: figures },
      pagination: { total: 41, limit: 20, offset: 40 },
    },
    'campaign',
  );
  expect(answer.result[0]).toMatchObject({ level: 'campaign', id: '7', name: 'Cabins', clicks: 5 });
  expect(answer.names).toEqual({ campaign: { 7: 'Cabins' } });
  expect(answer.pagination).toEqual({ current_page: 3, last_page: 3, per_page: 20, total: 41 });
});

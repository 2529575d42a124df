import { describe, expect, test } from 'vitest';
import { ADVERTISER_DIMENSION_LABELS, WEBMASTER_DIMENSION_LABELS } from '~/api/words';
import { isTime } from './dimensions';
import { narrowed, readState, rowsQuestion, showsPlaces } from './question';
import { statisticsSearch } from './search';
import { SIDES } from './sides';
import { VALUES } from './values';

const range = { from: '2026-11-20', to: '2026-11-21' };

describe('the address of a report', () => {
  test('defaults: today for advertisers, a week for webmasters', () => {
    expect(readState({}, 'advertiser').period).toBe('today');
    expect(readState({}, 'webmaster')).toMatchObject({ period: '7d', sort: 'date', levels: ['date', 'block'] });
  });

  test('what is no question is dropped, not refused', () => {
    const search = statisticsSearch.parse({ rows: 'campaign.nonsense.campaign', filters: 'x', page: -1, count: 9999 });
    expect(readState(search, 'advertiser')).toMatchObject({ levels: ['campaign'], filters: [], page: 1, count: 20 });
  });

  test('a webmaster has no campaigns', () => {
    expect(readState({ rows: 'campaign.site' }, 'webmaster').levels).toEqual(['site']);
  });
});

describe('what rows and filters can be', () => {
  test.each([
    ['advertiser', ADVERTISER_DIMENSION_LABELS],
    ['webmaster', WEBMASTER_DIMENSION_LABELS],
  ] as const)('all that the server offers to a %s', (side, offered) => {
    expect(SIDES[side].dimensions.map((dimension) => dimension.key).sort()).toEqual(Object.keys(offered).sort());
  });

  test.each(['advertiser', 'webmaster'] as const)('each that is no time has a list of values for a %s', (side) => {
    for (const dimension of SIDES[side].dimensions.filter(({ key }) => !isTime(key))) {
      expect(VALUES[side]).toHaveProperty(dimension.options ?? '');
    }
  });

  test('places and networks are told with their source', () => {
    const shows = (rows: string, by?: string) =>
      showsPlaces(readState({ rows, filters: by ? [{ by, not: false, values: ['1'] }] : [] }, 'advertiser'));
    expect(shows('campaign.ad')).toBe(false);
    expect(shows('campaign.city')).toBe(true);
    expect(shows('campaign', 'isp')).toBe(true);
  });
});

describe('questions', () => {
  const state = readState(
    {
      rows: 'campaign.country.device',
      filters: [
        { by: 'country', not: false, values: ['DE'] },
        { by: 'country', not: false, values: ['AT', 'DE'] },
        { by: 'site', not: true, values: ['7'] },
      ],
    },
    'advertiser',
  );

  test('the first level is asked with the filters of the chips', () => {
    expect(rowsQuestion(state, range, 0, {})).toEqual({
      groups: ['campaign'],
      filters: {
        date_from: '2026-11-20',
        date_to: '2026-11-21',
        country: { in: ['DE', 'AT'] },
        site: { not_in: ['7'] },
      },
      order_by: 'shows_count',
      order_direction: 'desc',
      page: 1,
      count: 20,
    });
  });

  test('is and is not of one dimension hold together', () => {
    const both = readState(
      {
        filters: [
          { by: 'site', not: false, values: ['1', '2'] },
          { by: 'site', not: true, values: ['2'] },
        ],
      },
      'advertiser',
    );
    expect(rowsQuestion(both, range, 0, {}).filters.site).toEqual({ in: ['1', '2'], not_in: ['2'] });
  });

  test('a deeper level carries the values of its parents', () => {
    const question = rowsQuestion(state, range, 2, { campaign: '5', country: 'AT' });
    expect(question.groups).toEqual(['device']);
    expect(question.filters).toMatchObject({
      campaign: { in: ['5'] },
      country: { in: ['AT'] },
      site: { not_in: ['7'] },
    });
  });

  test('sorting by a level sorts each level by its own', () => {
    const byName = readState({ rows: 'date.ad', sort: 'date', dir: 'asc' }, 'advertiser');
    expect(rowsQuestion(byName, range, 1, { date: '2026-11-20' }).order_by).toBe('ad');
  });
});

test('one more that is not joins the others, the one that is stands alone', () => {
  const two = narrowed(narrowed([], 'site', '1', true), 'site', '2', true);
  expect(two).toEqual([{ by: 'site', not: true, values: ['1', '2'] }]);
  expect(narrowed(narrowed(two, 'site', '3', false), 'site', '4', false)).toEqual([
    ...two,
    { by: 'site', not: false, values: ['4'] },
  ]);
  const many = Array.from({ length: 101 }, (_, id) => String(id));
  const all = many.reduce((filters, id) => narrowed(filters, 'site', id, true), [] as ReturnType<typeof narrowed>);
  expect(statisticsSearch.parse({ filters: all }).filters?.flatMap(({ values }) => values)).toEqual(many);
});

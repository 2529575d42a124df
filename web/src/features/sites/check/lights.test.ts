import { describe, expect, test } from 'vitest';
import type { CheckedRequest, CheckLight, CheckStep } from '~/api/sdk';
import { allSteps, lightsText, requestLights, verdictOf } from './lights';

const AT = Date.parse('2026-11-21T12:00:00Z');

const request = (part: Partial<CheckedRequest>): CheckedRequest => ({
  number: 1,
  at: '2026-11-21T12:00:00Z',
  page: 'daily.test/',
  is_on_site: true,
  device: 'Mobile',
  country: 'DE',
  places: 3,
  ads: 3,
  shown: 0,
  viewed: 0,
  clicked: 0,
  why: null,
  fell: [],
  has_consent: false,
  may_store: false,
  ...part,
});

const step = (name: CheckStep['name'], light: CheckLight): CheckStep => ({
  name,
  light,
  badge: '',
  text: '',
  count: null,
  of: null,
  parts: [],
  mend: null,
});

describe('the lights of a request', () => {
  const check = (part: Partial<CheckedRequest>, age: number, expected: string) =>
    expect([part, lightsText(requestLights(request(part), AT + age))]).toEqual([part, expected]);

  test('wait for reports, and give them up', () => {
    check({}, 1_000, 'step 5 not reached, step 6 not reached');
    check({}, 60_000, 'step 5 failed, step 6 not reached');
    check({ shown: 3 }, 1_000, 'step 6 not reached');
    check({ shown: 3 }, 60_000, 'step 6 weak');
    check({ shown: 3, viewed: 1 }, 1_000, 'all seven right');
    check({ ads: 1, shown: 1, viewed: 1 }, 1_000, 'step 4 weak');
    check({ ads: 0 }, 60_000, 'step 4 failed, step 5 not reached, step 6 not reached');
    check(
      { is_on_site: false, ads: 0 },
      1_000,
      'step 3 failed, step 4 not reached, step 5 not reached, step 6 not reached',
    );
  });
});

test('a verdict tells what needs somebody, and what the page says stands over what was counted', () => {
  const counted = (['asked', 'site', 'filled', 'drawn', 'viewable', 'consent'] as const).map((name) =>
    step(name, 'right'),
  );
  const check = { since: '', last_at: null, steps: counted, pages: [], kept_until: null, requests: [] };
  const page = { page: '', status: 200, elapsed_ms: 1, tag: step('tag', 'right'), drawn: null, lines: [] };
  const told = (...all: Parameters<typeof allSteps>) => verdictOf(allSteps(...all));
  expect(told(check, page)).toEqual({ title: 'All seven lights are right', text: '7 lights right.' });
  expect(told(check, undefined)).toEqual({ title: 'It works', text: '6 lights right, 1 not known yet.' });
  expect(told(check, { ...page, tag: step('tag', 'failed') })).toEqual({
    title: 'It works, and one thing needs you',
    text: '6 lights right, 1 failed.',
  });
  expect(told(check, { ...page, drawn: step('drawn', 'failed') }).title).toBe('It does not work yet');
});

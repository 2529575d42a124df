import { expect, it } from 'vitest';
import { pointsOf, rangeOf, SITE_PUSH_FIELDS, type SitePushValues } from './values';

const QUESTION = { language: 'en', title: 'News', text: 'With advertising.', accept: 'Yes', later: 'Later' };
const VALUES: SitePushValues = {
  is_on: true,
  kind: 'question',
  questions: [QUESTION],
  picture: null,
  position: 'bottom',
  background: '#ffffff',
  color: '#000000',
  accent: '#12425e',
  delay_s: 10,
  ask_page: 1,
  ask_days: 7,
  daily_cap: 3,
  hour_from: 8,
  hour_to: 22,
  let_go_weeks: 12,
};

const { checks } = SITE_PUSH_FIELDS;
const check = (patch: Partial<SitePushValues>) => {
  const values = { ...VALUES, ...patch };
  return Object.fromEntries(
    Object.keys(patch).map((name) => {
      const key = name as keyof SitePushValues;
      const of = checks[key] as ((value: unknown, values: SitePushValues) => string | null) | undefined;
      return [name, of?.(values[key], values) ?? null];
    }),
  );
};

it('takes all that the API takes, and nothing else', () => {
  const names = ['delay_s', 'ask_page', 'ask_days', 'daily_cap', 'let_go_weeks'] as const;
  for (const name of names) {
    const [least, most] = rangeOf(name);
    expect(check({ [name]: least })).toEqual({ [name]: null });
    expect(check({ [name]: most })).toEqual({ [name]: null });
    const said = `${least} to ${most}.`;
    expect(check({ [name]: most + 1 })).toEqual({ [name]: said });
    expect(check({ [name]: least - 1 })).toEqual({ [name]: said });
    expect(check({ [name]: Number.NaN })).toEqual({ [name]: said });
  }
  expect(rangeOf('let_go_weeks')).toEqual([2, 52]);
  expect(rangeOf('delay_s')).toEqual([0, 600]);
});

it('says which part of which question is too long or missing', () => {
  const questions = (patch: Partial<typeof QUESTION>) => check({ questions: [{ ...QUESTION, ...patch }] }).questions;
  expect(questions({ accept: 'x'.repeat(24) })).toBeNull();
  expect(questions({ accept: 'x'.repeat(25) })).toBe('English: the text of “Yes” has 25 of 24 characters.');
  expect(questions({ title: ' ' })).toBe('English: the title is missing.');
});

it('tells how a share moved, in points', () => {
  expect(pointsOf(12.5, 10, 1)).toMatchObject({ direction: 'up', good: true });
  expect(pointsOf(9, 10, 1)).toMatchObject({ direction: 'down', good: false });
  expect(pointsOf(10.001, 10, 1)).toMatchObject({ direction: 'same', good: null });
  expect([pointsOf(null, 10, 1), pointsOf(10, null, 1)]).toEqual([null, null]);
});

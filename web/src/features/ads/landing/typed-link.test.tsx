import { expect, test } from 'vitest';
import type { LinkCheck } from '~/api/sdk';
import { typedWords } from './typed-link';

const SEEN: LinkCheck = {
  state: 'ok',
  status: 200,
  redirects: 0,
  final_host: 'shop.example',
  leads_elsewhere: false,
  content_type: 'text/html',
  elapsed_ms: 340,
  error: '',
  failures: 0,
  is_asked: false,
  checked_at: '2026-11-22T12:00:00Z',
};

test('a typed address is told in a line: status, time, kind, way, or what is wrong', () => {
  const check = (found: Partial<LinkCheck>, tone: string, text: string) =>
    expect(typedWords({ ...SEEN, ...found })).toEqual({ tone, text });
  check({}, 'ok', 'Answers 200 in 340 ms · text/html');
  check({ content_type: '' }, 'ok', 'Answers 200 in 340 ms');
  check({ redirects: 2 }, 'ok', 'Answers 200 in 340 ms · text/html · 2 redirects to shop.example');
  check(
    { redirects: 1, leads_elsewhere: true, final_host: 'other.example' },
    'warn',
    'Answers 200 in 340 ms · text/html · 1 redirect to other.example, another domain',
  );
  check({ content_type: 'application/zip' }, 'warn', 'Answers 200 in 340 ms · application/zip, not a page');
  const fails = (status: number | null, why: string, outcome: string) =>
    check({ state: 'failing', status, error: why }, 'bad', `The page fails: ${why}. ${outcome}`);
  const stops = 'It can be saved; an ad whose page fails so three times in a row stands still until it answers.';
  fails(404, 'it answers 404', stops);
  fails(503, 'it answers 503', stops);
  fails(null, 'nobody answers', stops);
  const browsers = 'It can be saved and stops no ad: a page that lets only browsers in may be fine.';
  fails(403, 'it answers 403', browsers);
  fails(429, 'it answers 429', browsers);
  fails(400, 'it answers 400', 'It can be saved and stops no ad.');
  const error = 'its host is left alone for 30 seconds';
  check(
    { state: 'waiting', status: null, error, checked_at: null },
    'idle',
    `Not looked at yet: ${error}. Look again after that.`,
  );
  check(
    { state: 'waiting', status: null, error: 'no answer within 6 seconds' },
    'warn',
    'Slow: no answer within 6 seconds. It is given more time once the ad is saved',
  );
  check(
    { state: 'refused', status: null, redirects: 1, final_host: '10.0.0.1', error: 'it leads inwards' },
    'warn',
    'Cannot be checked: it leads inwards · 1 redirect to 10.0.0.1',
  );
});

import { expect, test } from 'vitest';
import type { LinkCheck } from '~/api/sdk';
import { linkWords } from './link-look';

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

test('what a look found is said in words, and what is wrong stands out', () => {
  const check = (found: Partial<LinkCheck> | null, tone: string, word: string, more: string) =>
    expect(linkWords(found && { ...SEEN, ...found })).toEqual({ tone, word, more });
  check(null, 'idle', 'Not checked yet', '');
  check({ state: 'waiting' }, 'idle', 'Not checked yet', '');
  check({}, 'ok', 'Answers 200 in 340 ms', '');
  check({ redirects: 2 }, 'ok', 'Answers 200 in 340 ms', 'ends at shop.example after 2 redirects');
  check(
    { redirects: 1, leads_elsewhere: true, final_host: 'other.example' },
    'warn',
    'Answers 200 in 340 ms',
    'ends at other.example after 1 redirect, another domain',
  );
  check({ content_type: 'application/zip' }, 'warn', 'Answers 200 in 340 ms', 'it is application/zip, not a page');
  const error = 'it answers 500';
  check({ failures: 1, error }, 'warn', 'Answers 200 in 340 ms', `the last try failed: ${error}. It is tried again`);
  const tried = `the last try failed: ${error}. It is tried again`;
  check({ state: 'waiting', failures: 2, error }, 'warn', 'Not reached yet', tried);
  check({ state: 'failing', failures: 3, error }, 'bad', 'Failing', error);
  check(
    { state: 'refused', redirects: 1, error: 'it leads inwards' },
    'bad',
    'Cannot be checked',
    'it leads inwards; ends at shop.example after 1 redirect',
  );
});

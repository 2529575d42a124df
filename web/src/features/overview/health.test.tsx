import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { Health } from './health';

afterEach(() => vi.unstubAllGlobals());

const AWAY = { status: 503, body: { type: 'about:blank', title: 'Away', status: 503, detail: 'A restart.' } };
const state = (...conditions: object[]) => ok({ data: { ready: true, conditions, set_aside: [], kept: {} } });
const condition = (severity: string, text: string) => ({ severity, name: 'x', text, since: '2026-11-22T11:57:00Z' });
const audit = (differences: number) => ok({ data: [{ date: '2026-11-27', differences, took_ms: 1, report: '' }] });

it.each([
  [state(), audit(0), /^Nothing is wrong with the server\. The books added up in the audit of 27 Nov 2026\.$/],
  [
    state(condition('notice', 'look one day')),
    ok({ data: [] }),
    /^Nothing is wrong.* No audit of the books has run yet\.$/,
  ],
  // What is not known is not told as good.
  [state(), AWAY, /^Nothing is wrong with the server\. ?$/],
  [
    state(condition('warning', 'the audit found 3 differences'), condition('critical', 'the disk is full')),
    audit(3),
    /^2 things are wrong: the audit found 3 differences; the disk is full\. System$/,
  ],
  [AWAY, audit(0), /^Whether the server is well is not known\. .*A restart\..* System$/],
])('tells how the server and the books are (%#)', async (system, audits, said) => {
  stubApi({ 'GET /api/admin/system': system, 'GET /api/admin/ledger/audits': audits });
  showAt(
    '/admin',
    <div data-testid="health">
      <Health />
    </div>,
  );
  await waitFor(() => expect(screen.getByTestId('health')).toHaveTextContent(said));
});

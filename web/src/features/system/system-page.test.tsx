import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { SystemPage } from './system-page';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const KEPT = { sealed_through: '2026-11-21', log_since: '2026-08-22', clicks_since: null, hours_since: '2025-10-22' };
const VITALS = { billing_lag_ms: 2100, facts_lag_ms: null, disk_free_mib: 10240, log_queue_events: 3 };
const GOOD = { ready: true, conditions: [], set_aside: [], kept: KEPT, vitals: VITALS };
const SICK = {
  ready: false,
  conditions: [{ severity: 'critical', name: 'database', text: 'it is away', since: '2026-11-22T11:57:00Z' }],
  set_aside: [],
  kept: { sealed_through: null, log_since: null, clicks_since: null, hours_since: null },
  vitals: VITALS,
};
const NO_ERRORS = {
  'GET /api/admin/client_errors': () => ok({ data: [] }),
  'GET /api/admin/client_traces': () => ok({ data: [] }),
};
const AWAY = { status: 503, body: { type: 'about:blank', title: 'Away', status: 503, detail: 'A restart.' } };

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW }));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('says that what it shows is old once the server answers no more', async () => {
  let answers = true;
  stubApi({ 'GET /api/admin/system': () => (answers ? ok({ data: GOOD }) : AWAY), ...NO_ERRORS });
  showAt('/admin/system', <SystemPage />);
  expect(await screen.findByText('Nothing is wrong')).toBeInTheDocument();
  expect(screen.getByText('Ready')).toBeInTheDocument();
  expect(screen.getByLabelText('Figures of the server')).toHaveTextContent(
    /Billing is behind\s?2\ss.*Statistics are behind\s?not known.*Free on the disk\s?10,0\sGiB.*Events to be written\s?3/,
  );
  expect(
    screen.getByText(
      'Days up to 21 Nov 2026 are sealed. Kept are the event log since 22 Aug 2026, all clicks one by one, statistics by hour since 22 Oct 2025.',
    ),
  ).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();

  answers = false;
  await passes(11_000);
  expect(await screen.findByRole('alert')).toHaveTextContent(/how it was on 22 Nov 2026, 12:00 UTC/);
  expect(screen.queryByText('Ready')).not.toBeInTheDocument();
  expect(screen.queryByText('Nothing is wrong')).not.toBeInTheDocument();
  await passes(5 * 60_000);
  expect(screen.getByText(/^Answered 5\smin ago$/)).toBeInTheDocument();

  answers = true;
  await passes(11_000);
  expect(await screen.findByText('Nothing is wrong')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('says that the server cannot serve, and for how long', async () => {
  stubApi({ 'GET /api/admin/system': () => ok({ data: SICK }), ...NO_ERRORS });
  showAt('/admin/system', <SystemPage />);
  expect(await screen.findByText('Not ready')).toBeInTheDocument();
  expect(screen.getByText(/^3\smin ago$/)).toBeInTheDocument();
  await passes(10 * 60_000);
  expect(screen.getByText(/^13\smin ago$/)).toBeInTheDocument();
});

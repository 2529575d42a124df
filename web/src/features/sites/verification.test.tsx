import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Site, SiteCheck, SiteVerification } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { Verification, verificationStatus } from './verification';

const STATE: SiteVerification = {
  state: 'unverified',
  method: null,
  verified_at: null,
  lost_at: null,
  pauses_at: null,
  is_paused: false,
  is_waited_for: false,
};

const CHECK: SiteCheck = {
  verification: STATE,
  ways: [
    { method: 'meta', snippet: '<meta name="x" content="y">', place: 'a.example/', is_found: null, text: '' },
    { method: 'file', snippet: 'x=y', place: 'a.example/placard.txt', is_found: null, text: '' },
    { method: 'dns', snippet: 'x=y', place: '_placard.a.example', is_found: null, text: '' },
  ],
  ads_txt: [{ line: 'placard.example, 4, DIRECT', is_found: null, text: '' }],
  checked_at: null,
  failures: 0,
  is_asked: false,
  next_check_at: null,
};

afterEach(() => vi.unstubAllGlobals());

it('offers three ways and asks for a look', async () => {
  let check = CHECK;
  const calls = stubApi({
    'GET /api/webmaster/sites/4/verification': () => ok({ data: check }),
    'POST /api/webmaster/sites/4/verify': () => {
      check = { ...CHECK, is_asked: true };
      return { status: 202, body: { data: check } };
    },
  });
  showAt('/here', <Verification site={{ id: 4, status_id: 2, verification: STATE } as Site} />);
  expect(await screen.findByText('<meta name="x" content="y">')).toBeInTheDocument();
  expect(screen.getByText('placard.example, 4, DIRECT')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }));
  expect(await screen.findByRole('button', { name: 'Being checked' })).toHaveAttribute('aria-disabled', 'true');
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('names what follows from a loss', () => {
  const lost: SiteVerification = { ...STATE, state: 'lost', pauses_at: '2026-11-29T10:00:00Z' };
  expect(verificationStatus(lost).why).toBe('Its blocks go empty on 29 Nov 2026 if it stays so.');
  expect(verificationStatus({ ...lost, is_paused: true }).label).toBe('Ads paused');
  expect(verificationStatus({ ...STATE, state: 'verified', method: 'dns' }).why).toBe('Shown by a DNS record.');
});

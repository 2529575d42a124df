import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Answers, ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { AutoPayment } from './auto-payment';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-22T18:00:00Z'), toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ON = { is_auto_payment: true, next_at: '2026-11-23T06:00:00Z', last: null };
const PENDING = [
  { date: '2026-11-22', amount: 28.31, referral: 0 },
  { date: '2026-11-23', amount: 29.44, referral: 0 },
];

function open(answers: Answers = {}) {
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/webmaster/payment/auto_payment': ok({ data: ON }),
    'GET /api/webmaster/wallet': ok({ data: { wallets: [], unapproved_wallets: [] } }),
    'GET /api/webmaster/balance': ok({ data: { balance: 36.185, pending: 57.75, held_sites: [], reserved: 0 } }),
    'GET /api/webmaster/balance/pending': ok({ data: PENDING }),
    'GET /api/webmaster/balance/remain': ok({ data: { balance: 36.185, minimum_payout: 50, remain: 13.815 } }),
    ...answers,
  });
  showAt('/webmaster/finance', <AutoPayment />);
  return calls;
}

it('says about how much the next one is: what is there when Sunday ends', async () => {
  open();
  expect(await screen.findByText('$64,49')).toBeInTheDocument();
});

it('says when that will not be enough', async () => {
  open({ 'GET /api/webmaster/balance/pending': ok({ data: PENDING.slice(1) }) });
  expect(
    await screen.findByText(/About \$36,18 is available by then: less than the least payout, \$50,00\./),
  ).toBeInTheDocument();
});

it('promises nothing once its day has begun: what came in since is not in it', async () => {
  vi.setSystemTime(new Date('2026-11-23T01:00:00Z'));
  const calls = open({
    'GET /api/webmaster/balance': ok({ data: { balance: 65, pending: 0, held_sites: [], reserved: 0 } }),
    'GET /api/webmaster/balance/pending': ok({ data: [] }),
  });
  expect(await screen.findByText(/Next: Monday/)).toBeInTheDocument();
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/webmaster/balance/pending'));
  await expect(screen.findByText(/About/, {}, { timeout: 300 })).rejects.toThrow();
});

it('promises nothing while another payout is open', async () => {
  open({
    'GET /api/webmaster/balance/remain': ok({
      data: { balance: 36, minimum_payout: 50, remain: 14, open_payout_id: 3 },
    }),
  });
  expect(await screen.findByText(/Next: Monday/)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/About/)).not.toBeInTheDocument());
});

it('is switched off, and says what it would do', async () => {
  const off = { ...ON, is_auto_payment: false, next_at: null };
  const calls = open({ 'POST /api/webmaster/payment/auto_payment/deactivate': ok({ data: off }) });
  fireEvent.click(await screen.findByRole('switch', { name: 'Automatic payout' }));
  await waitFor(() =>
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain(
      'POST /api/webmaster/payment/auto_payment/deactivate',
    ),
  );
});

import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { Waiting } from './waiting';

afterEach(() => vi.unstubAllGlobals());

const queue = (name: string, count: number, more: object = {}) => ({
  queue: name,
  count,
  is_more: false,
  oldest_at: count > 0 ? new Date(Date.now() - 3 * 3_600_000).toISOString() : null,
  ...more,
});

const show = (queues: object[]) => {
  stubApi({ 'GET /api/admin/waiting': ok({ data: queues }) });
  showAt('/admin', <Waiting />);
};

it('leads from what waits to where it is decided, and leaves out what does not', async () => {
  show([
    queue('ads', 1_000, { is_more: true }),
    queue('sites', 2),
    queue('wallets', 0),
    queue('payouts_approved', 1),
    queue('payment_messages', 4),
  ]);
  const links = within(await screen.findByRole('list')).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1\u00a0000+Ads to approveoldest: 3\u00a0h ago', '/admin/moderation'],
    ['2Sites to approveoldest: 3\u00a0h ago', '/admin/moderation?queue=sites'],
    ['1Payouts to payoldest: 3\u00a0h ago', '/admin/payouts?status=approved'],
    ['4Messages about paymentsoldest: 3\u00a0h ago', '/admin/deposits?part=messages'],
  ]);
});

it('says that nothing waits', async () => {
  show([queue('ads', 0), queue('sites', 0)]);
  expect(await screen.findByText('Nothing waits')).toBeInTheDocument();
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});

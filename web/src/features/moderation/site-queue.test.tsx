import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { QueuedSite } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { siteQueueQuery } from './api';
import { SiteQueue } from './site-queue';

const SITE = {
  id: 9,
  name: 'News',
  domain: 'news.example',
  version: 3,
  blocks_count: 1,
  created_at: '2026-11-21T10:00:00Z',
  webmaster_email: 'owner@news.example',
  webmaster_id: 4,
  same_domain: [
    { id: 7, status_id: 2, webmaster_id: 3, webmaster_email: 'first@x.example' },
    { id: 8, status_id: 1, webmaster_id: null, webmaster_email: null },
  ],
} as unknown as QueuedSite;

function Page() {
  return <SiteQueue answer={useQuery(siteQueueQuery)} />;
}

afterEach(() => vi.unstubAllGlobals());

it('names other sites of the domain, and decides what has been on the screen, at its version', async () => {
  const calls = stubApi({
    'GET /api/admin/moderation/sites': ok({ data: [SITE] }),
    'POST /api/admin/moderation/sites/9/approve': ok({ data: { ...SITE, status_id: 2 } }),
  });
  showAt('/admin/moderation', <Page />);
  expect(await screen.findByText('Site 7, approved, first@x.example')).toBeInTheDocument();
  expect(screen.getByText('Site 8, waiting, of a client who is not yours')).toBeInTheDocument();
  const approved = () => calls.filter((call) => call.path.endsWith('/approve'));
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(approved()).toEqual([]);
  const button = screen.getByRole('button', { name: /^Approve/ });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  await userEvent.click(button);
  await waitFor(() => expect(approved()).toMatchObject([{ body: { version: 3 } }]));
});

import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { QueuedSite } from '~/api/sdk';
import { holdBack, ok, type StubbedCall, stubApi } from '~/test/api-stub';
import { fill, showAt } from '~/test/show';
import { siteQueueQuery } from './api';
import { UNDO_MS } from './held';
import { SiteQueue } from './site-queue';
import { LOOK_AGAIN_MS } from './use-lock';
import { SETTLE_MS } from './use-looked';

const VERIFICATION = {
  state: 'unverified',
  method: null,
  verified_at: null,
  lost_at: null,
  pauses_at: null,
  is_paused: false,
  is_waited_for: false,
};

const SITE = {
  id: 9,
  name: 'News',
  domain: 'news.example',
  version: 3,
  blocks_count: 1,
  category: 3,
  allowed_categories: [3],
  forbidden_categories: [4],
  verification: VERIFICATION,
  check: {
    verification: VERIFICATION,
    ways: [],
    ads_txt: [],
    checked_at: null,
    failures: 0,
    is_asked: false,
    next_check_at: null,
  },
  metrics: [{ statistics_metrics: 'matomo', url: 'https://stats.news.example', password: 'letmein', comment: '' }],
  created_at: '2026-11-21T10:00:00Z',
  webmaster_email: 'owner@news.example',
  webmaster_id: 4,
  same_domain: [
    { id: 7, status_id: 2, is_verified: true, webmaster_id: 3, webmaster_email: 'first@x.example' },
    { id: 8, status_id: 1, is_verified: false, webmaster_id: null, webmaster_email: null },
  ],
  other_sites: [{ id: 13, domain: 'copies.example', status_id: 3, reject_comment: 'Copied.' }],
  other_sites_count: 1,
} as unknown as QueuedSite;

const CATEGORIES = {
  'GET /api/admin/moderation/sites/9/page': ok({
    data: {
      page: 'https://www.news.example/',
      title: 'All the news',
      description: 'Of the coast.',
      language: 'de',
      picture: 'data:image/webp;base64,UklGRg==',
    },
  }),
  'POST /api/admin/stats': ok({
    result: [{ id: '12', level: 'site', name: 'kitchen.example', shows_count: 1840, clicks_count: 9 }],
    total_result: { shows_count: 1840 },
    names: {},
    pagination: { current_page: 1, last_page: 1, per_page: 10, total: 1 },
  }),
  'GET /api/admin/moderation/sites/9/blocks': ok({
    data: {
      site_name: 'News',
      domain: 'news.example',
      blocks: [{ id: 5, name: 'Sidebar', template: 'image_top', status_id: 1 }],
    },
  }),
  'GET /api/targeting/categories': ok({
    data: [
      { id: 3, name: 'Travel' },
      { id: 4, name: 'Gambling' },
    ],
  }),
};

function Page() {
  return <SiteQueue answer={useQuery(siteQueueQuery)} />;
}

/** The queue is asked for again after this time. */
const POLL_MS = 15_000;

/** Lets time go by, with what is answered meanwhile. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = (key: string) => act(async () => void fireEvent.keyDown(document.body, { key }));
const made = (calls: StubbedCall[], verb: string) => calls.filter((call) => call.path.endsWith(`/${verb}`));
const comment = () => screen.getByRole('textbox', { name: 'Comment to the owner' });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('names other sites of the domain, and decides what has been on the screen, at its version', async () => {
  const calls = stubApi({
    ...CATEGORIES,
    'GET /api/admin/moderation/sites': ok({ data: [SITE] }),
    'POST /api/admin/moderation/sites/9/approve': ok({ data: { ...SITE, status_id: 2 } }),
  });
  showAt('/admin/moderation', <Page />);
  expect(await screen.findByText('Site 7, approved, verified, first@x.example')).toBeInTheDocument();
  expect(screen.getByText('Site 8, waiting, of a client who is not yours')).toBeInTheDocument();
  const approved = () => calls.filter((call) => call.path.endsWith('/approve'));
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(approved()).toEqual([]);
  const button = screen.getByRole('button', { name: /^Approve/ });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  await userEvent.click(button);
  // The queue is left: what waits to be taken back is sent.
  cleanup();
  await waitFor(() => expect(approved()).toMatchObject([{ body: { version: 3 } }]));
});

it('lets a site that is changed while it is open be looked at again, and decides that version', async () => {
  vi.useFakeTimers();
  let site = SITE;
  const calls = stubApi({
    ...CATEGORIES,
    'GET /api/admin/moderation/sites': () => ok({ data: [site] }),
    'POST /api/admin/moderation/sites/9/reject': ok({ data: SITE }),
  });
  showAt('/admin/moderation', <Page />);
  await pass(SETTLE_MS + 50);
  expect(screen.queryByRole('alert')).toBeNull();
  fill(comment(), 'No imprint');
  site = { ...SITE, domain: 'other.example', version: 4 };
  await pass(POLL_MS - SETTLE_MS);
  expect(screen.getByRole('alert')).toHaveTextContent('It was changed while it was on your screen.');
  expect(screen.getByRole('link', { name: /other\.example/ })).toBeInTheDocument();
  await pass(LOOK_AGAIN_MS - 200);
  await press('r');
  expect(made(calls, 'reject')).toEqual([]);
  await pass(300);
  await press('r');
  await pass(UNDO_MS + 50);
  expect(made(calls, 'reject')).toMatchObject([{ body: { version: 4, comment: 'No imprint' } }]);
});

it('tells of a refusal that comes after the next decision, and brings the site back', async () => {
  vi.useFakeTimers();
  const told = vi.spyOn(notifications, 'show');
  let sites = [SITE, { ...SITE, id: 10, name: 'Blog' }];
  stubApi({
    ...CATEGORIES,
    'GET /api/admin/moderation/sites': () => ok({ data: sites }),
    'POST /api/admin/moderation/sites/9/approve': { status: 409, body: { status: 409, detail: 'Another one by now.' } },
    'POST /api/admin/moderation/sites/10/approve': () => {
      sites = [SITE];
      return ok({ data: SITE });
    },
  });
  const answer = holdBack('/9/approve');
  showAt('/admin/moderation', <Page />);
  await pass(SETTLE_MS + 50);
  await press('a');
  await pass(SETTLE_MS + 50);
  expect(screen.getByRole('article', { name: 'Site 10' })).toBeInTheDocument();
  await press('a');
  await pass(UNDO_MS + 50);
  expect(screen.getByText('No site waits')).toBeInTheDocument();
  answer();
  await pass(50);
  expect(told.mock.calls.map(([toast]) => toast)).toMatchObject([
    { title: 'Approving: News' },
    { title: 'Approving: Blog' },
    { title: 'Approved: Blog' },
    { title: 'Not decided, look at it again: News', message: 'Another one by now.' },
  ]);
  expect(screen.getByRole('article', { name: 'Site 9' })).toBeInTheDocument();
});

it('keeps a site that somebody else has decided until the moderator goes on, and its text with it', async () => {
  vi.useFakeTimers();
  let sites = [SITE, { ...SITE, id: 10, name: 'Blog' }];
  stubApi({ ...CATEGORIES, 'GET /api/admin/moderation/sites': () => ok({ data: sites }) });
  showAt('/admin/moderation', <Page />);
  await pass(SETTLE_MS + 50);
  fill(comment(), 'No imprint');
  sites = sites.slice(1);
  await pass(POLL_MS);
  expect(screen.getByRole('article', { name: 'Site 9' })).toHaveTextContent('Decided by somebody else');
  expect(comment()).toHaveValue('No imprint');
  expect(screen.getByRole('button', { name: /^Approve/ })).toHaveAttribute('aria-disabled', 'true');
  await press('j');
  await pass(50);
  expect(screen.getByRole('article', { name: 'Site 10' })).not.toHaveTextContent('Decided by somebody else');
  expect(comment()).toHaveValue('');
});

it('decides nothing for Enter held down on a button', async () => {
  vi.useFakeTimers();
  const calls = stubApi({
    ...CATEGORIES,
    'GET /api/admin/moderation/sites': ok({ data: [SITE] }),
  });
  showAt('/admin/moderation', <Page />);
  await pass(SETTLE_MS + 50);
  fill(comment(), 'No imprint');
  for (const name of [/^Approve/, /^Reject/]) {
    expect(fireEvent.keyDown(screen.getByRole('button', { name }), { key: 'Enter', repeat: true })).toBe(false);
  }
  // What is only asked for is sent the same way.
  expect(calls.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/admin/moderation/'))).toEqual(
    [],
  );
});

it('shows what the owner says of the site, and access data when it is asked for', async () => {
  stubApi({ ...CATEGORIES, 'GET /api/admin/moderation/sites': ok({ data: [SITE] }) });
  showAt('/admin/moderation', <Page />);
  expect((await screen.findAllByText('Travel')).length).toBeGreaterThan(0);
  expect(screen.getByText('Gambling')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'https://stats.news.example' })).toBeInTheDocument();
  expect(screen.queryByText('letmein')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show the access data' }));
  expect(screen.getByText('letmein')).toBeInTheDocument();
});

it('shows what the front page says of itself, with its picture', async () => {
  stubApi({ ...CATEGORIES, 'GET /api/admin/moderation/sites': ok({ data: [SITE] }) });
  showAt('/admin/moderation', <Page />);
  expect(await screen.findByText('All the news')).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'What the site shows of itself' })).toHaveAttribute(
    'src',
    'data:image/webp;base64,UklGRg==',
  );
  expect(screen.queryByText(/^The address leads to/)).toBeNull();
});

it('says where the front page leads, and why there is no picture', async () => {
  stubApi({
    ...CATEGORIES,
    'GET /api/admin/moderation/sites': ok({ data: [SITE] }),
    'GET /api/admin/moderation/sites/9/page': ok({
      data: { page: 'https://parked.example/?from=news.example', why: 'The page names no picture of itself.' },
    }),
  });
  showAt('/admin/moderation', <Page />);
  expect(await screen.findByText('The address leads to parked.example.')).toBeInTheDocument();
  expect(screen.getByText('The page has no title.')).toBeInTheDocument();
  expect(screen.getByText('The page names no picture of itself.')).toBeInTheDocument();
});

it('puts a usual reason into the comment by its key, and shows other sites of the owner', async () => {
  stubApi({ ...CATEGORIES, 'GET /api/admin/moderation/sites': ok({ data: [SITE] }) });
  showAt('/admin/moderation', <Page />);
  expect(await screen.findByText('kitchen.example')).toBeInTheDocument();
  expect(screen.getByText('13, rejected: Copied.')).toBeInTheDocument();
  fireEvent.keyDown(document.body, { key: '2' });
  expect(screen.getByLabelText(/^Comment to the owner/)).toHaveValue('The content is copied from elsewhere.');
  // The same once more says nothing new.
  fireEvent.keyDown(document.body, { key: '2' });
  await userEvent.click(screen.getByRole('button', { name: /Bought traffic/ }));
  expect(screen.getByLabelText(/^Comment to the owner/)).toHaveValue(
    'The content is copied from elsewhere. Its traffic is bought or rewarded.',
  );
});

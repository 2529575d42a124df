import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { NoticesPage } from './notices-page';

const notice = (id: number, title: string, is_read = false) => ({
  id,
  title,
  is_read,
  kind: 'rules',
  path: '/advertiser/rules',
  created_at: '2026-01-01T10:00:00Z',
});

/** The page, with notices that are read as the server would have it. */
async function open(search: string, all = [notice(1, 'A rule acted'), notice(2, 'An ad was rejected')]) {
  let notices = all;
  const calls = stubApi({
    'GET /api/oauth2/user': ok({ data: { id: 7 } }),
    'GET /api/account/notices/inbox': ({ path }) => {
      const unread = notices.filter(({ is_read }) => !is_read);
      const data = path.includes('unread=1') ? unread : notices;
      return ok({
        data,
        unread_count: unread.length,
        pagination: { current_page: 1, last_page: 1, per_page: 20, total: data.length },
      });
    },
    'PUT /api/account/notices/inbox/read': ({ body }) => {
      const { ids } = body as { ids?: number[] };
      notices = notices.map((one) => (ids?.includes(one.id) === false ? one : { ...one, is_read: true }));
      return ok({ unread_count: 0 });
    },
  });
  showAt(`/account/notices${search}`, <NoticesPage />);
  await screen.findByRole('tab', { name: /Not read/ });
  return () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('says what is waited for', async () => {
  stubApi({ 'GET /api/oauth2/user': ok({ data: { id: 7 } }) });
  const stub = fetch;
  vi.stubGlobal('fetch', (request: Request) =>
    request.url.includes('inbox') ? new Promise(() => undefined) : stub(request),
  );
  showAt('/account/notices', <NoticesPage />);
  expect(await screen.findByText('Loading: notices')).toHaveAttribute('role', 'status');
});

it('marks one as read, which leaves the tab of those that are not, and keeps the focus on the page', async () => {
  const put = await open('?status=unread');
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: A rule acted' }));
  await vi.waitFor(() => expect(screen.queryByText('A rule acted')).not.toBeInTheDocument());
  expect(screen.getByText('An ad was rejected')).toBeInTheDocument();
  expect(put()).toEqual([{ ids: [1] }]);
  expect(document.activeElement).not.toBe(document.body);
  await userEvent.click(screen.getByRole('button', { name: 'Mark as read: An ad was rejected' }));
  expect(await screen.findByRole('heading', { name: 'Everything is read' })).toBeInTheDocument();
  expect(document.activeElement).not.toBe(document.body);
});

it('leaves what was read where all stand, and marks all at once', async () => {
  const put = await open('');
  const items = await screen.findAllByRole('listitem');
  expect(items).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await vi.waitFor(() => expect(screen.queryByText('(not read)')).not.toBeInTheDocument());
  expect(put()).toEqual([{}]);
  expect(within(screen.getAllByRole('listitem')[0] as HTMLElement).queryByRole('button')).toBeNull();
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
});

it('says what comes there while nothing has happened', async () => {
  await open('', []);
  expect(await screen.findByRole('heading', { name: 'Nothing happened yet' })).toBeInTheDocument();
  expect(screen.queryByText(/kept for 90 days/)).not.toBeInTheDocument();
});

import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { SiteStatus } from '~/api/words';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { HoldSite } from './hold-site';

afterEach(() => vi.unstubAllGlobals());

const SITE = {
  id: 9,
  name: 'News',
  domain: 'news.example',
  webmaster_id: 7,
  webmaster_email: 'anna@news.example',
  status_id: SiteStatus.Approved,
  blocked_from_id: null,
  is_block_of_god: false,
  reject_comment: '',
  earnings_held_reason: null,
  earnings_held_at: null,
  earnings_held: 0,
  version: 3,
};
const BLOCKED = {
  ...SITE,
  status_id: SiteStatus.Blocked,
  blocked_from_id: SiteStatus.Approved,
  is_block_of_god: false,
  reject_comment: 'Robots click there.',
  version: 4,
};

it('blocks for a reason, and takes the block back', async () => {
  let site: typeof SITE | typeof BLOCKED = SITE;
  const calls = stubApi({
    'GET /api/admin/sites/9': () => ok({ data: site }),
    'PUT /api/admin/sites/9/block': () => {
      site = BLOCKED;
      return ok({ data: site });
    },
    'PUT /api/admin/sites/9/unblock': () => {
      site = { ...SITE, version: 5 };
      return ok({ data: site });
    },
  });
  const sent = () => calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }));
  const last = (name: string) => {
    const [button] = screen.getAllByRole('button', { name }).slice(-1);
    if (button) fireEvent.click(button);
  };
  showAt('/admin/sites', <HoldSite id={9} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Block' }));
  const reason = await screen.findByRole('textbox', { name: 'Reason' });
  last('Block');
  expect(await screen.findByText('A reason is needed: the owner reads it.')).toBeInTheDocument();
  expect(sent()).toEqual([]);
  fireEvent.change(reason, { target: { value: ' Robots click there. ' } });
  last('Block');
  expect(await screen.findByText('The network blocked it: Robots click there.')).toBeInTheDocument();
  const blocked = { path: '/api/admin/sites/9/block', body: { reason: 'Robots click there.', version: 3 } };
  expect(sent()).toEqual([blocked]);

  fireEvent.click(screen.getByRole('button', { name: 'Take the block back' }));
  expect(await screen.findByText(/It shows ads again/)).toBeInTheDocument();
  last('Take the block back');
  await vi.waitFor(() =>
    expect(sent()).toEqual([blocked, { path: '/api/admin/sites/9/unblock', body: { version: 4 } }]),
  );
});

it('leaves a block of the network’s owner to them', async () => {
  stubApi({ 'GET /api/admin/sites/9': () => ok({ data: { ...BLOCKED, is_block_of_god: true } }) });
  showAt('/admin/sites', <HoldSite id={9} />);
  expect(await screen.findByText(/ask them to take that back/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Take the block back' })).toBeNull();
});

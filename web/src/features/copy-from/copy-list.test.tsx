import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import CopyList from './copy-list';

afterEach(() => vi.unstubAllGlobals());

const PAGE = { current_page: 1, last_page: 1, per_page: 20, total: 2 };

it('tells blocks of one name apart by their sites', async () => {
  const calls = stubApi({
    'GET /api/webmaster/blocks/list_for_copy': ok({
      data: [
        { id: 12, name: 'Sidebar', site_id: 2, site_name: 'news.example' },
        { id: 11, name: 'Sidebar', site_id: 1, site_name: 'shop.example' },
      ],
      pagination: { current_page: 1, last_page: 3, per_page: 20, total: 41 },
    }),
  });
  const take = vi.fn(async () => () => undefined);
  showAt('/here', <CopyList what="block" take={take} onClose={() => undefined} />);
  expect(await screen.findByRole('button', { name: /news\.example/ })).toBeInTheDocument();
  expect(screen.getByText('The newest 2. Search for others.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /shop\.example/ }));
  expect(take).toHaveBeenCalledWith(11, '');
  expect(calls[0]?.path).toContain('without_archived=1');
});

it('fills a form once, whatever is pressed until it is filled', async () => {
  stubApi({
    'GET /api/webmaster/blocks/list_for_copy': ok({
      data: [
        { id: 12, name: 'Sidebar', site_id: 2, site_name: 'news.example' },
        { id: 11, name: 'Sidebar', site_id: 1, site_name: 'shop.example' },
      ],
      pagination: PAGE,
    }),
  });
  let end = () => {};
  const take = vi.fn(
    () =>
      new Promise<() => void>((resolve) => {
        end = () => resolve(() => undefined);
      }),
  );
  const closed = vi.fn();
  showAt('/here', <CopyList what="block" take={take} onClose={closed} />);
  const chosen = await screen.findByRole('button', { name: /shop\.example/ });
  await userEvent.click(chosen);
  expect(chosen).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByRole('button', { name: /news\.example/ })).toBeDisabled();
  await userEvent.click(chosen);
  await userEvent.click(screen.getByRole('button', { name: /news\.example/ }));
  await act(async () => end());
  expect(closed).toHaveBeenCalledTimes(1);
  expect(take).toHaveBeenCalledExactlyOnceWith(11, '');
});

it('does not cut the site off with the end of a long name', async () => {
  const name = 'Under the third paragraph of an article';
  stubApi({
    'GET /api/webmaster/blocks/list_for_copy': ok({
      data: [{ id: 12, name, site_id: 2, site_name: 'news.example' }],
      pagination: PAGE,
    }),
  });
  showAt('/here', <CopyList what="block" take={async () => () => undefined} onClose={() => undefined} />);
  expect((await screen.findByText('news.example')).closest('.ell')).toBeNull();
  expect(screen.getByText(name)).toHaveClass('ell');
  expect(screen.getByRole('button', { name: /news\.example/ })).toHaveAttribute('title', `${name}, news.example`);
});

it('says by what blocks are found, and why there is none', async () => {
  stubApi({ 'GET /api/webmaster/blocks/list_for_copy': ok({ data: [], pagination: { ...PAGE, total: 0 } }) });
  showAt('/here', <CopyList what="block" take={async () => () => undefined} onClose={() => undefined} />);
  expect(await screen.findByText('You have no block to copy from yet.')).toBeInTheDocument();
  const search = screen.getByRole('searchbox', { name: 'Search by name, site or id' });
  expect(search).toHaveAttribute('placeholder', 'Name, site or id');
  await userEvent.type(search, 'news');
  expect(await screen.findByText('None has this in its name, site or id.')).toBeInTheDocument();
});

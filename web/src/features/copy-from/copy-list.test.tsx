import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import CopyList from './copy-list';

afterEach(() => vi.unstubAllGlobals());

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
  const take = vi.fn(async () => undefined);
  showAt('/here', <CopyList what="block" take={take} onClose={() => undefined} />);
  expect(await screen.findByRole('button', { name: /news\.example/ })).toBeInTheDocument();
  expect(screen.getByText('The newest 2. Search for others.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /shop\.example/ }));
  expect(take).toHaveBeenCalledWith(11, '');
  expect(calls[0]?.path).toContain('without_archived=1');
});

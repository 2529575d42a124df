import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { Block } from '~/api/sdk';
import { ok, stubApi } from '~/test/api-stub';
import { showAt } from '~/test/show';
import { askCopy } from './copy-blocks';

const SITES = [
  { id: 3, name: 'Harbor', domain: 'harbor.example' },
  { id: 4, name: 'Kitchen', domain: 'kitchen.example' },
];

afterEach(() => vi.unstubAllGlobals());

it('copies the chosen blocks to sites that are found by the server', async () => {
  const calls = stubApi({
    'GET /api/webmaster/sites': ({ path }) => {
      const phrase = new URL(path, 'http://here').searchParams.get('searchPhrase') ?? '';
      const data = SITES.filter(({ name }) => name.toLowerCase().includes(phrase));
      return ok({ data, pagination: { current_page: 1, last_page: 1, per_page: 50, total: data.length } });
    },
    'POST /api/webmaster/sites/2/blocks/copy': {
      status: 201,
      body: {
        data: [
          { id: 20, site_id: 4, name: 'Sidebar' },
          { id: 21, site_id: 4, name: 'Below' },
        ],
      },
    },
  });
  showAt('/here', <p>Blocks</p>);
  await screen.findByText('Blocks');
  act(() => askCopy(2, [{ id: 8 }, { id: 9 }] as Block[]));
  await userEvent.click(await screen.findByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Choose a site.')).toBeInTheDocument();
  await userEvent.type(screen.getByRole('combobox', { name: 'To these sites of yours' }), 'kit');
  await vi.waitFor(() => expect(screen.queryByRole('option', { name: /Harbor/ })).not.toBeInTheDocument());
  await userEvent.click(await screen.findByRole('option', { name: 'Kitchen, kitchen.example' }));
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await vi.waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ blocks: [8, 9], sites: [4] }),
  );
  expect(await screen.findByText('2 copies made. Each has a number and a code of its own.')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Sidebar20Kitchen, kitchen.example',
    'Below21Kitchen, kitchen.example',
  ]);
});

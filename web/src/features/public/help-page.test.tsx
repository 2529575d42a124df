import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { fill, show } from '~/test/show';
import { HelpPage } from './help-page';

const ARTICLE = { slug: 'start', title: 'How to start', description: 'First steps.', section: 'Begin', snippet: '' };

function open(): void {
  const router = createRouter({
    routeTree: createRootRoute({ component: HelpPage }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  show(<RouterProvider router={router} />);
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.getElementById('help-data')?.remove();
});

it('draws a skeleton while the list comes, says when it does not, and asks again', async () => {
  let status = 500;
  stubApi({ 'GET /api/texts': () => (status === 500 ? { status } : ok({ data: [ARTICLE] })) });
  open();
  await screen.findByText('Loading: articles');
  expect(await screen.findByRole('alert')).toHaveTextContent('The list did not load.');
  status = 200;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'How to start' })).toBeInTheDocument();
});

it('begins with the list that the page brought along', async () => {
  const data = document.createElement('script');
  data.id = 'help-data';
  data.type = 'application/json';
  data.textContent = JSON.stringify([ARTICLE]);
  document.body.append(data);
  const calls = stubApi({});
  open();
  expect(await screen.findByRole('link', { name: 'How to start' })).toHaveAttribute('href', '/helpCenter/start');
  expect(calls).toEqual([]);
});

it('asks for each word, and says when no article fits all of them', async () => {
  const calls = stubApi({
    'GET /api/texts': ({ path }) =>
      ok({ data: path.includes('search=begin') || path.endsWith('search=') ? [ARTICLE] : [] }),
  });
  open();
  fill(await screen.findByLabelText('Search the help center'), 'begin zebra');
  expect(await screen.findByText('No article fits all of “begin zebra”. This one fits some of it.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'How to start' })).toBeInTheDocument();
  fill(screen.getByLabelText('Search the help center'), 'zebra');
  expect(await screen.findByText('0 articles fit “zebra”.')).toBeVisible();
  // What was asked for once is known.
  expect(calls.filter(({ path }) => path.includes('search=zebra'))).toHaveLength(1);
});

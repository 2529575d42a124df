import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, stubApi } from '~/test/api-stub';
import { show } from '~/test/show';
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
